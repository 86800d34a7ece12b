import assert from "node:assert/strict";
import { test } from "node:test";
import { overflowSize } from "./overflow-size.ts";

/** Wording, limit, requested; `undefined` where the wording does not say it. */
const wordings: [string, number?, number?][] = [
	[
		"This model's maximum context length is 128000 tokens. However, your messages resulted in 129500 tokens.",
		128000,
		129500,
	],
	[
		"maximum context length is 8192 tokens, you requested 9001 tokens (8001 in the messages, 1000 in the completion)",
		8192,
		9001,
	],
	[
		"maximum context length is 262144 tokens. You requested 0 output tokens and your prompt contains at least 270000",
		262144,
		270000,
	],
	["prompt is too long: 205000 tokens > 200000 maximum", 200000, 205000],
	["input length and `max_tokens` exceed context limit: 195000 + 8000 > 200000", 200000, 203000],
	["Input length (300000) exceeds model's maximum context length (262144).", 262144, 300000],
	["Prompt has 1,234,567 tokens, but the configured context size is 256,000 tokens", 256000, 1234567],
	[
		"The input token count (1100000) exceeds the maximum number of tokens allowed (1048575).",
		1048575,
		1100000,
	],
	["the input token count is 1200000 but model only supports up to 1048576.", 1048576, 1200000],
	["The prompt is too long: 270000, model maximum context length: 262143", 262143, 270000],
	["request (2009 tokens) exceeds the available context size (512 tokens), try increasing it", 512, 2009],
	[
		"too many tokens: size limit exceeded by 25836 tokens. The limit for this model is 288000 tokens.",
		288000,
		313836,
	],
	["Your request exceeded model token limit: 262144 (requested: 269030)", 262144, 269030],
	["Current length is 42328 while limit is 40000", 40000, 42328],
	["prompt token count of 138898 exceeds the limit of 64000", 64000, 138898],
	["This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131072, 537812],
	["Prompt contains 130000 tokens, too large for model with 128000 maximum context length", 128000, 130000],
	["`inputs` tokens + `max_new_tokens` must be <= 4097. Given: 9000 `inputs` tokens", 4097, 9000],
	[
		"The estimated number of input and maximum output tokens (9000) exceeded this context window limit (8000).",
		8000,
		9000,
	],
	["on tokens per minute (TPM): Limit 6000, Requested 7591, please reduce your message size", 6000, 7591],
	["Range of input length should be [1, 129024]", 129024],
	["This model's maximum context length is 8192 tokens.", 8192],
	[
		"prompt too long; exceeded max context length by 1119046 tokens (ref: 96164522-08b2-4cbf-886e-e5a38961a688)",
	],
	["invalid params, context window exceeds limit (2013)"],
	["Input is too long for requested model."],
	[
		"string too long. Expected a string with maximum length 10485760, but got a string with length 20000000 instead.",
	],
	["maximum context length is 8192 tokens (request 4dc1-99999, id abc123456)", 8192],
];

for (const [wording, limit, requested] of wordings) {
	test(`sizes of: ${wording.slice(0, 90)}`, () => {
		const size = overflowSize(wording);
		assert.deepEqual([size.limit, size.requested], [limit, requested]);
	});
}

test("a member that is not known is absent", () => {
	assert.deepEqual(overflowSize("too long"), {});
	assert.deepEqual(Object.keys(overflowSize("limit is 5")), ["limit"]);
});
