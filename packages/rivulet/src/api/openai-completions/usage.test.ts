import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mergeReports, type Usage, type UsageReport, unknownUsage, usageOf } from "../../message/usage.ts";
import { usageReader } from "./usage.ts";

type Json = { [member: string]: unknown };

/** The canonical usage after the wire's reports, and what was odd in them. */
function read(...reports: Json[]): { usage: Usage; invalid: string[]; deviations: string[] } {
	const deviations: string[] = [];
	const reader = usageReader((name) => deviations.push(name));
	let merged: UsageReport = {};
	let invalid: string[] = [];
	for (const report of reports) ({ merged, invalid } = mergeReports(merged, reader(report)));
	return { usage: usageOf(merged), invalid, deviations };
}

const counts = (...reports: Json[]) => read(...reports).usage;

describe("usage of Chat Completions", () => {
	it("is input, output and total, in OpenAI's words", () => {
		assert.deepEqual(read({ prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 }), {
			usage: { input: 10, output: 4, totalTokens: 14 },
			invalid: [],
			deviations: [],
		});
	});

	it("is known too in the words of the Responses API, and OpenAI's own go before them", () => {
		const report = { input_tokens: 10, output_tokens: 4, total_tokens: 14 };
		assert.deepEqual(counts(report), { input: 10, output: 4, totalTokens: 14 });
		const both = counts({ ...report, prompt_tokens: 11, completion_tokens: 5 });
		assert.deepEqual([both.input, both.output], [11, 5]);
	});

	const spellings: [what: string, report: Json, cached: Partial<Usage>][] = [
		["OpenAI", { prompt_tokens_details: { cached_tokens: 6 } }, { cacheRead: 6 }],
		["DeepSeek", { prompt_cache_hit_tokens: 6, prompt_cache_miss_tokens: 4 }, { cacheRead: 6 }],
		["Kimi", { cached_tokens: 6 }, { cacheRead: 6 }],
		["Anthropic, behind a gateway", { cache_read_input_tokens: 6 }, { cacheRead: 6 }],
		[
			"OpenRouter",
			{ prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 } },
			{ cacheRead: 4, cacheWrite: 2 },
		],
		[
			"Anthropic again",
			{ cache_read_input_tokens: 4, cache_creation_input_tokens: 2 },
			{ cacheRead: 4, cacheWrite: 2 },
		],
	];
	for (const [who, report, cached] of spellings) {
		it(`takes cached tokens out of the input, as ${who} spells them`, () => {
			const usage = counts({ prompt_tokens: 10, completion_tokens: 4, total_tokens: 14, ...report });
			assert.deepEqual(usage, { input: 4, output: 4, totalTokens: 14, ...cached });
		});
	}

	it("takes cached tokens out once where they are spelled twice", () => {
		const usage = counts({
			prompt_tokens: 10,
			prompt_tokens_details: { cached_tokens: 6 },
			prompt_cache_hit_tokens: 6,
			completion_tokens: 1,
		});
		assert.deepEqual([usage.input, usage.cacheRead], [4, 6]);
	});

	it("is no input at all where the whole prompt was cached", () => {
		const cached = { prompt_tokens: 6, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 6 } };
		assert.deepEqual(read(cached), {
			usage: { input: 0, output: 1, totalTokens: 7, cacheRead: 6 },
			invalid: [],
			deviations: [],
		});
	});

	it("leaves the input as it is where the prompt is smaller than its cached part, which is a deviation", () => {
		const { usage, deviations } = read({
			prompt_tokens: 4,
			completion_tokens: 1,
			prompt_tokens_details: { cached_tokens: 6 },
		});
		assert.deepEqual([usage.input, usage.cacheRead], [4, 6]);
		assert.deepEqual(deviations, ["usage-cache-outside-prompt"]);
	});

	it("has thinking inside the output, as OpenAI counts", () => {
		assert.deepEqual(
			counts({
				prompt_tokens: 10,
				completion_tokens: 9,
				total_tokens: 19,
				completion_tokens_details: { reasoning_tokens: 5 },
			}),
			{ input: 10, output: 9, totalTokens: 19, reasoning: 5 },
		);
		assert.equal(counts({ completion_tokens: 9, reasoning_tokens: 5 }).reasoning, 5);
	});

	it("adds the thinking to an output that leaves it out, which the total alone shows", () => {
		assert.deepEqual(
			counts({
				prompt_tokens: 10,
				completion_tokens: 4,
				total_tokens: 19,
				prompt_tokens_details: { cached_tokens: 6 },
				completion_tokens_details: { reasoning_tokens: 5 },
			}),
			{ input: 4, output: 9, totalTokens: 19, cacheRead: 6, reasoning: 5 },
		);
	});

	it("is the latest of several reports, member by member, and never a sum", () => {
		assert.deepEqual(
			counts(
				{ prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 },
				{ prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 },
			),
			{ input: 10, output: 4, totalTokens: 14 },
		);
		assert.deepEqual(
			counts(
				{
					prompt_tokens: 10,
					completion_tokens: 4,
					total_tokens: 14,
					prompt_tokens_details: { cached_tokens: 6 },
				},
				{ prompt_tokens: null, completion_tokens: 5, total_tokens: 15, prompt_tokens_details: null },
			),
			{ input: 4, output: 5, totalTokens: 15, cacheRead: 6 },
		);
	});

	it("takes the cached part that a later report brings out of the prompt that an earlier one gave", () => {
		assert.deepEqual(
			counts({ prompt_tokens: 10, completion_tokens: 4 }, { prompt_tokens_details: { cached_tokens: 6 } }),
			{ input: 4, output: 4, totalTokens: 14, cacheRead: 6 },
		);
	});

	it("names what is no count, and leaves the rest alone", () => {
		const { usage, invalid } = read({ prompt_tokens: -1, completion_tokens: 4, total_tokens: "14" });
		assert.deepEqual(invalid, ["input", "totalTokens"]);
		assert.equal(usage.output, 4);
		assert.deepEqual(
			read({ prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 1.5 } }),
			{ usage: { input: 10, output: 4, totalTokens: 14 }, invalid: ["cacheRead"], deviations: [] },
		);
	});

	it("is unknown where a report has nothing that is known", () => {
		for (const report of [{}, { cost: 0.1 }, { prompt_tokens_details: 7, completion_tokens_details: [] }]) {
			assert.deepEqual(counts(report), unknownUsage());
		}
	});
});
