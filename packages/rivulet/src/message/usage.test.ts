import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
	isCount,
	mergeReports,
	type Usage,
	type UsageReport,
	unknownUsage,
	usageOf,
	zeroUsage,
} from "./usage.ts";

/** The usage after these reports, one after the other. */
function after(...reports: UsageReport[]): Usage {
	return usageOf(reports.reduce((known, report) => mergeReports(known, report).merged, {}));
}

describe("usage", () => {
	it("is 0 and unreported until something is known, and 0 and no more where no provider counted", () => {
		assert.deepEqual(unknownUsage(), { input: 0, output: 0, totalTokens: 0, unreported: true });
		assert.deepEqual(zeroUsage(), { input: 0, output: 0, totalTokens: 0 });
	});

	it("has all that a report has", () => {
		const report = { input: 1, output: 2, totalTokens: 13, cacheRead: 4, cacheWrite: 6, reasoning: 1 };
		assert.deepEqual(after(report), report);
	});

	it("stays unreported after a report that says nothing", () => {
		for (const report of [{}, { input: null, output: undefined, cacheRead: null }]) {
			assert.deepEqual(after(report), unknownUsage());
		}
	});

	it("has a total of input, output and cache where the provider gives none; reasoning is in the output already", () => {
		assert.deepEqual(after({ input: 1, output: 2 }), { input: 1, output: 2, totalTokens: 3 });
		assert.equal(
			after({ input: 1, output: 20, cacheRead: 300, cacheWrite: 4000, reasoning: 5 }).totalTokens,
			4321,
		);
	});

	it("keeps the provider's own total, even where it is no sum", () => {
		assert.equal(after({ input: 1, output: 2, totalTokens: 99 }).totalTokens, 99);
		assert.equal(after({ totalTokens: 99 }, { input: 1, output: 2 }).totalTokens, 99);
	});

	it("names the required members that were not reported", () => {
		assert.deepEqual(after({ input: 1 }), {
			input: 1,
			output: 0,
			totalTokens: 1,
			unreported: ["output", "totalTokens"],
		});
		assert.deepEqual(after({ totalTokens: 9 }), {
			input: 0,
			output: 0,
			totalTokens: 9,
			unreported: ["input", "output"],
		});
	});

	it("forgets that a member was not reported as soon as it is, also where it is 0", () => {
		assert.deepEqual(after({ input: 1 }, { output: 0 }), { input: 1, output: 0, totalTokens: 1 });
		assert.deepEqual(after({ input: 0 }, { output: 0, totalTokens: 0 }), zeroUsage());
	});

	it("takes the later report member by member, and never adds counts up", () => {
		assert.deepEqual(
			after({ input: 10, output: 1, totalTokens: 11 }, { output: 5, totalTokens: 15, cacheRead: 3 }),
			{ input: 10, output: 5, totalTokens: 15, cacheRead: 3 },
		);
		assert.deepEqual(after({ output: 5, cacheRead: 3 }, { input: 1, output: null, cacheRead: undefined }), {
			input: 1,
			output: 5,
			totalTokens: 9,
			cacheRead: 3,
		});
	});

	it("makes a total of its own anew with every report", () => {
		// As Anthropic counts: input and one token of output at the start, the output at the end, and no total.
		assert.equal(after({ input: 10, output: 1 }, { output: 50 }).totalTokens, 60);
		assert.equal(after({ input: 10, output: 1 }, { cacheRead: 7 }).totalTokens, 18);
	});

	it("drops what is no count, and names it", () => {
		for (const bad of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "7", true, [], {}]) {
			const known = { input: 3, output: 4, totalTokens: 7 };
			const { merged, invalid } = mergeReports(known, { input: bad, output: 5, reasoning: bad });
			assert.deepEqual(invalid, ["input", "reasoning"], String(bad));
			assert.deepEqual(merged, { input: 3, output: 5, totalTokens: 7 });
		}
		assert.deepEqual(mergeReports({}, { input: -1 }), { merged: {}, invalid: ["input"] });
	});

	it("has the latest cost", () => {
		const cost = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, total: 3 };
		assert.deepEqual(after({ cost }).cost, cost);
		assert.deepEqual(after({ cost }, { input: 1 }).cost, cost);
		assert.deepEqual(after({ cost }, { cost: { ...cost, total: 4 } }).cost, { ...cost, total: 4 });
	});

	it("is a new object each time; what was known is not changed", () => {
		const known = Object.freeze({ input: 1 });
		assert.deepEqual(mergeReports(known, { output: 1 }).merged, { input: 1, output: 1 });
		assert.deepEqual(known, { input: 1 });
	});

	it("knows a count: a non-negative safe integer", () => {
		for (const count of [0, 1, Number.MAX_SAFE_INTEGER]) assert.equal(isCount(count), true);
		for (const none of [-1, 0.5, Number.NaN, "1", null, undefined]) assert.equal(isCount(none), false);
	});

	it("is the last value of each member, whatever the order of reports", () => {
		const count = fc.option(fc.nat(1000), { nil: undefined });
		const report = fc.record({ input: count, output: count, totalTokens: count, cacheRead: count });
		fc.assert(
			fc.property(fc.array(report, { minLength: 1, maxLength: 5 }), (reports) => {
				const last = (name: keyof (typeof reports)[number]) =>
					reports.findLast((one) => one[name] !== undefined)?.[name];
				const { input, output, totalTokens, cacheRead } = after(...reports);
				assert.equal(input, last("input") ?? 0);
				assert.equal(output, last("output") ?? 0);
				assert.equal(cacheRead, last("cacheRead"));
				assert.equal(totalTokens, last("totalTokens") ?? input + output + (cacheRead ?? 0));
			}),
		);
	});
});
