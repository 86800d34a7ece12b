import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { mergeBody } from "./merge-body.ts";

describe("a merge into a body", () => {
	it("gives the body itself where there is nothing to merge", () => {
		const body = { a: 1 };
		assert.equal(mergeBody(body, undefined), body);
		assert.deepEqual(mergeBody(body, {}), body);
	});

	it("adds members and replaces those that are there", () => {
		assert.deepEqual(mergeBody({ a: 1, b: 2 }, { b: 3, c: null }), { a: 1, b: 3, c: null });
	});

	it("goes into objects, however deep", () => {
		assert.deepEqual(mergeBody({ a: { b: { c: 1, d: 2 }, e: 3 } }, { a: { b: { d: 4, f: 5 } } }), {
			a: { b: { c: 1, d: 4, f: 5 }, e: 3 },
		});
	});

	it("replaces where only one of the two is an object", () => {
		assert.deepEqual(mergeBody({ a: { b: 1 } }, { a: 2 }), { a: 2 });
		assert.deepEqual(mergeBody({ a: 2 }, { a: { b: 1 } }), { a: { b: 1 } });
		assert.deepEqual(mergeBody({ a: null }, { a: { b: 1 } }), { a: { b: 1 } });
		assert.deepEqual(mergeBody({ a: { b: 1 } }, { a: null }), { a: null });
		assert.deepEqual(mergeBody({ a: { b: 1 } }, { a: [1] }), { a: [1] });
	});

	it("joins lists of tools, and replaces any other list", () => {
		assert.deepEqual(mergeBody({ tools: [1], stop: ["a"] }, { tools: [2], stop: ["b"] }), {
			tools: [1, 2],
			stop: ["b"],
		});
		assert.deepEqual(mergeBody({}, { tools: [2] }), { tools: [2] });
		assert.deepEqual(mergeBody({ tools: [1] }, { tools: "none" }), { tools: "none" });
	});

	it("removes a member that is undefined", () => {
		const merged = mergeBody(
			{ a: 1, b: { c: 1, d: 2 } },
			{ a: undefined, b: { c: undefined }, e: undefined },
		);
		assert.deepEqual(merged, { b: { d: 2 } });
		assert.deepEqual(Object.keys(merged), ["b"]);
	});

	it("changes neither of the two", () => {
		const body = { a: { b: 1 }, tools: [1] };
		const extra = { a: { c: 2 }, tools: [2] };
		const before = structuredClone([body, extra]);
		mergeBody(body, extra);
		assert.deepEqual([body, extra], before);
	});

	it("leaves Object.prototype alone", () => {
		mergeBody({}, JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'));
		assert.equal(({} as { polluted?: number }).polluted, undefined);
	});

	it("takes no effect the second time, but for tools", () => {
		const body = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.jsonValue({ maxDepth: 2 }));
		fc.assert(
			fc.property(body, body, (base, extra) => {
				const once = mergeBody(base, extra);
				assert.deepEqual(mergeBody(once, extra), once);
			}),
		);
	});
});
