import assert from "node:assert/strict";
import { test } from "node:test";
import { retryAfterMs } from "./retry-after.ts";

const now = Date.UTC(2026, 5, 1, 10, 0, 0);
const wait = (headers: Record<string, string>): number | undefined => retryAfterMs(new Headers(headers), now);

test("seconds are read as milliseconds, fractions too", () => {
	assert.equal(wait({ "retry-after": "7" }), 7_000);
	assert.equal(wait({ "retry-after": "0" }), 0);
	assert.equal(wait({ "retry-after": "1.5" }), 1_500);
	assert.equal(wait({ "retry-after": "1.1" }), 1_100);
	assert.equal(wait({ "retry-after": "0.0004" }), 1);
});

test("retry-after-ms goes before retry-after, also where it is 0, but not where it is unreadable", () => {
	assert.equal(wait({ "retry-after-ms": "1500", "retry-after": "9" }), 1_500);
	assert.equal(wait({ "retry-after-ms": "0", "retry-after": "1" }), 0);
	assert.equal(wait({ "retry-after-ms": "12.2" }), 13);
	assert.equal(wait({ "retry-after-ms": "soon", "retry-after": "9" }), 9_000);
});

test("a date is measured against the reply's own Date header", () => {
	const date = "Mon, 01 Jun 2020 10:00:00 GMT";
	assert.equal(wait({ date, "retry-after": "Mon, 01 Jun 2020 10:00:30 GMT" }), 30_000);
});

test("a date is measured against the clock where Date is missing or unreadable", () => {
	const later = "Mon, 01 Jun 2026 10:02:00 GMT";
	assert.equal(wait({ "retry-after": later }), 120_000);
	assert.equal(wait({ date: "yesterday", "retry-after": later }), 120_000);
});

test("the three legal forms of a date are read alike", () => {
	const date = "Sun, 06 Nov 1994 08:49:07 GMT";
	for (const form of [
		"Sun, 06 Nov 1994 08:49:37 GMT",
		"Sunday, 06-Nov-94 08:49:37 GMT",
		"Sun Nov  6 08:49:37 1994",
		"Sun Nov 06 08:49:37 1994",
	]) {
		assert.equal(wait({ date, "retry-after": form }), 30_000, form);
	}
});

test("a year of two digits lies at most 50 years ahead", () => {
	assert.equal(wait({ "retry-after": "Monday, 01-Jun-26 10:00:05 GMT" }), 5_000);
	assert.ok((wait({ "retry-after": "Monday, 01-Jun-76 10:00:00 GMT" }) as number) > 0);
	assert.equal(wait({ "retry-after": "Monday, 01-Jun-77 10:00:00 GMT" }), 0);
});

test("a date that has passed is no wait", () => {
	assert.equal(wait({ "retry-after": "Mon, 01 Jun 2026 09:59:59 GMT" }), 0);
});

test("a leap second is a second like others", () => {
	assert.equal(wait({ "retry-after": "Mon, 01 Jun 2026 10:00:60 GMT" }), 59_000);
});

test("what is not readable is no wait, and never NaN", () => {
	for (const value of [
		"",
		"soon",
		"-1",
		"+1",
		"1e3",
		"0x10",
		"1,5",
		"Infinity",
		"9".repeat(400),
		"2026-06-01T10:00:30Z",
		"Mon, 1 Jun 2026 10:00:30 GMT",
		"Mon, 01 Jun 2026 10:00:30",
		"Mon, 01 Jun 2026 10:00:30 PST",
		"Mon, 01 Jun 2026 25:00:30 GMT",
		"Mon, 01 Jun 2026 24:00:00 GMT",
		"Mon, 31 Feb 2026 10:00:30 GMT",
		"Mon, 00 Jun 2026 10:00:30 GMT",
		"Mon, 01 Foo 2026 10:00:30 GMT",
		"Foo, 01 Jun 2026 10:00:30 GMT",
		"01 Jun 2026 10:00:30 GMT",
	]) {
		assert.equal(wait({ "retry-after": value }), undefined, value);
	}
	assert.equal(wait({}), undefined);
});
