import assert from "node:assert/strict";
import { test } from "node:test";
import { errorKinds } from "rivulet";
import { errorLines } from "./error-lines.ts";

test("an error has its kind and message, what is known about it, and what to do", () => {
	assert.deepEqual(
		errorLines({
			kind: "rate_limit",
			message: "Too many requests",
			status: 429,
			code: "rate_limit_exceeded",
			requestId: "req_1",
			retryable: true,
			retryAfterMs: 19_400,
		}),
		[
			"rivulet: rate_limit: Too many requests",
			"  status 429, code rate_limit_exceeded, request req_1",
			"  try again in 20 s",
		],
	);
});

test("an overflow says both sizes", () => {
	const lines = errorLines({
		kind: "overflow",
		message: "Too long",
		retryable: false,
		requested: 9001,
		limit: 8192,
	});
	assert.equal(lines[1], "  9,001 tokens asked for, at most 8,192 tokens");
});

test("a wait is given in the unit that is easiest to read", () => {
	const wait = (ms: number) =>
		errorLines({ kind: "quota", message: "", retryable: false, retryAfterMs: ms }).at(-1)?.slice(15);
	assert.deepEqual([0, 119_000, 120_001, 7_200_000].map(wait), ["0 s", "119 s", "3 min", "2 h"]);
});

test("every kind gives one to three lines, whatever the message holds", () => {
	for (const kind of errorKinds) {
		const lines = errorLines({ kind, message: `two\nlines \x1b[2J${"x".repeat(5000)}`, retryable: false });
		assert.ok(lines.length >= 1 && lines.length <= 3);
		for (const line of lines) {
			assert.doesNotMatch(line, /\p{Cc}/u);
			assert.ok(line.length < 500 && line.trim() !== "");
		}
	}
	assert.deepEqual(errorLines({ kind: "aborted", message: "Request was aborted", retryable: false }), [
		"rivulet: aborted",
	]);
});
