import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelError } from "../message/model-error.ts";
import { defaultRetry, retryDelay, withRetryAt } from "./retry-policy.ts";

const busy: ModelError = { kind: "overloaded", message: "busy", retryable: true };
const asking = (retryAfterMs: number): ModelError => ({ ...busy, retryAfterMs });
const most = (): number => 0;
const least = (): number => 1 - Number.EPSILON;

test("the wait doubles with each repeat, up to the limit", () => {
	const policy = { ...defaultRetry, attempts: 9 };
	const waits = [1, 2, 3, 4, 5, 6, 7].map((repeat) => retryDelay(busy, repeat, policy, most));
	assert.deepEqual(waits, [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
});

test("up to a quarter is taken off at random", () => {
	assert.equal(retryDelay(busy, 1, defaultRetry, least), 375);
	assert.equal(
		retryDelay(busy, 1, defaultRetry, () => 0.5),
		438,
	);
});

test("an error that is not retryable is not repeated, whatever it asks for", () => {
	const spent: ModelError = { kind: "quota", message: "spent", retryable: false, retryAfterMs: 10 };
	assert.equal(retryDelay(spent, 1, defaultRetry, most), undefined);
});

test("attempts counts repeats, and 0 is none", () => {
	assert.equal(retryDelay(busy, 2, defaultRetry, most), 1_000);
	assert.equal(retryDelay(busy, 3, defaultRetry, most), undefined);
	assert.equal(retryDelay(busy, 1, { ...defaultRetry, attempts: 0 }, most), undefined);
});

test("what the server asks for is honoured in full, longer or shorter than our own wait", () => {
	assert.equal(retryDelay(asking(7_000), 1, defaultRetry, least), 7_000);
	assert.equal(retryDelay(asking(20), 2, defaultRetry, least), 20);
	assert.equal(retryDelay(asking(60_000), 1, defaultRetry, most), 60_000);
});

test("a server that asks for 0 gets our own wait", () => {
	assert.equal(retryDelay(asking(0), 1, defaultRetry, most), 500);
});

test("a wait beyond the limit is reported at once with the time of its end", () => {
	assert.equal(retryDelay(asking(60_001), 1, defaultRetry, most), undefined);
	assert.deepEqual(withRetryAt(asking(60_001), defaultRetry, 1_000), { ...asking(60_001), retryAt: 61_001 });
});

test("an error with a bearable wait, or none, is left alone", () => {
	const bearable = asking(60_000);
	assert.equal(withRetryAt(bearable, defaultRetry, 1_000), bearable);
	assert.equal(withRetryAt(busy, defaultRetry, 1_000), busy);
});

test("no setting makes a wait that is no number", () => {
	const policy = { attempts: 5_000, baseMs: 0, maxMs: 8_000, maxWaitMs: 0 };
	assert.equal(retryDelay(busy, 4_000, policy, most), 0);
	assert.equal(retryDelay(busy, 4_000, { ...policy, baseMs: 1 }, most), 8_000);
});
