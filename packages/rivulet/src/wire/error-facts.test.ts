import assert from "node:assert/strict";
import { test } from "node:test";
import { errorFacts } from "./error-facts.ts";

/** Shape, words, codes. */
const shapes: [unknown, string, string[]?][] = [
	[{ error: { message: "m", type: "t", code: "c" } }, "m", ["c", "t"]],
	[{ type: "error", error: { type: "t", message: "m" }, request_id: "r" }, "m", ["t"]],
	[{ type: "error", code: "c", message: "m", param: null, sequence_number: 3 }, "m", ["c"]],
	[[{ error: { code: 400, message: "m", status: "INVALID_ARGUMENT" } }], "m", ["INVALID_ARGUMENT"]],
	[{ error: { message: "m", status: "S", details: [{ reason: "R" }] } }, "m", ["S", "R"]],
	[{ error: { message: "m", type: "t", details: { error_code: "c" } } }, "m", ["t", "c"]],
	[{ object: "error", message: "m", type: "t", code: "3051" }, "m", ["3051", "t"]],
	[{ code: "c", error: "m" }, "m", ["c"]],
	[{ error: "m" }, "m"],
	["m", "m"],
	[{ message: "m" }, "m"],
	[{ Message: "m", __type: "t" }, "m", ["t"]],
	[{ error_type: "t", message: "m" }, "m", ["t"]],
	[{ detail: "m" }, "m"],
	[
		{
			detail: [
				{ loc: ["body", "top_k"], msg: "m" },
				{ loc: ["body", 0, "x"], msg: "n" },
			],
		},
		"body.top_k: m; body.0.x: n",
	],
	[{ detail: { error: { message: "m", code: "c" } } }, "m", ["c"]],
	[{ message: { detail: [{ loc: ["body", "x"], msg: "m", type: "t" }] } }, "body.x: m", ["t"]],
	[{ title: "t", status: 401, detail: "m" }, "m"],
	[{ title: "m", status: 500 }, "m"],
	[{ statusCode: 400, message: ["m", "n"], error: "Bad Request" }, "m; n"],
	[{ errors: [{ code: 5007, message: "m" }], success: false }, "m", ["5007"]],
	[{ base_resp: { status_code: 1008, status_msg: "m" } }, "m", ["1008"]],
	[{ error: { message: "p", metadata: { raw: '{"error":{"message":"m","code":"c"}}' } } }, "p: m", ["c"]],
	[{ error: { message: "p", metadata: { raw: "p" } } }, "p"],
	[{ error: { message: "m", metadata: { flagged_input: "x", reasons: ["y"] } } }, "m", ["content_filter"]],
	[{ error: { message: '{"error":{"message":"m","code":"c"}}' } }, "m", ["c"]],
	[{ error: null, message: "m" }, "m"],
	[{ error: {} }, ""],
	[{ choices: [] }, ""],
	[null, ""],
	[undefined, ""],
	[7, ""],
];

for (const [shape, message, codes = []] of shapes) {
	test(`words and codes of ${JSON.stringify(shape)}`, () => {
		const facts = errorFacts(shape);
		assert.deepEqual([facts.message, facts.codes], [message, codes]);
	});
}

test("a status is a number from 400 to 599, or the same as text; other numbers are codes", () => {
	assert.equal(errorFacts({ error: { code: 429 } }).status, 429);
	assert.equal(errorFacts({ error: { code: "503" } }).status, 503);
	assert.equal(errorFacts({ status: 401, code: "c" }).status, 401);
	const raw = '{"error":{"code":400,"message":"m"}}';
	assert.equal(errorFacts({ error: { code: 502, metadata: { raw } } }).status, 502, "the outer one counts");
	for (const code of [200, 399, 600, 1308, 0, -1]) {
		const facts = errorFacts({ code });
		assert.deepEqual([facts.status, facts.codes], [undefined, [String(code)]]);
	}
});

test("ids, waits and sizes are read where they have the right type", () => {
	assert.equal(errorFacts({ message: "m", request_id: "r" }).requestId, "r");
	assert.equal(errorFacts({ message: "m", requestId: "r" }).requestId, "r");
	assert.equal(errorFacts({ message: "m", request_id: 5 }).requestId, undefined);
	assert.equal(errorFacts({ details: [{ retryDelay: "1.1s" }] }).retryAfterMs, 1_100);
	assert.equal(errorFacts({ details: [{ retryDelay: "0.0001s" }] }).retryAfterMs, 1);
	assert.deepEqual(errorFacts({ n_ctx: -1, n_prompt_tokens: "5" }), { message: "", codes: [] });
});

test("a body that is nested without end is read to a depth", () => {
	let nested: unknown = "m";
	for (let depth = 0; depth < 10_000; depth++)
		nested = { error: [nested], detail: [{ loc: [nested], msg: nested }] };
	assert.equal(typeof errorFacts(nested).message, "string");
	assert.equal(errorFacts("[".repeat(50_000) + "]".repeat(50_000)).message.length, 100_000);
});
