import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { reasoningDetails } from "./reasoning-details.ts";

/** The entries after these lists of fragments, one list a chunk. */
function entriesOf(...chunks: unknown[][]): unknown[] {
	const details = reasoningDetails();
	for (const fragments of chunks) details.add(fragments);
	return details.entries;
}

const textAt = (index: number, text: string) => ({ type: "reasoning.text", text, index, format: "x" });

describe("reasoning details", () => {
	it("that come whole are kept as they are, in order, whatever is in them", () => {
		const whole = [
			textAt(0, "hm"),
			{ type: "reasoning.encrypted", data: "d", id: "e1", index: 1 },
			{ type: "something.new", other: { a: [1] }, index: 2 },
		];
		assert.deepEqual(entriesOf(whole), whole);
		assert.deepEqual(entriesOf(...whole.map((entry) => [entry])), whole);
		assert.deepEqual(entriesOf(), []);
	});

	it("of one index and type are one entry, whose text, summary and data are joined", () => {
		assert.deepEqual(entriesOf([textAt(0, "a")], [textAt(0, "b")], [textAt(0, "c")]), [textAt(0, "abc")]);
		const summary = (text: string) => ({ type: "reasoning.summary", summary: text, index: 0 });
		assert.deepEqual(entriesOf([summary("a")], [summary("b")]), [summary("ab")]);
		const sealed = (data: string) => ({ type: "reasoning.encrypted", data, index: 0 });
		assert.deepEqual(entriesOf([sealed("a"), sealed("b")]), [sealed("ab")]);
	});

	it("of one index and two types are two entries", () => {
		const text = textAt(0, "a");
		const sealed = { type: "reasoning.encrypted", data: "d", index: 0 };
		assert.deepEqual(entriesOf([text], [sealed], [textAt(0, "b")]), [textAt(0, "ab"), sealed]);
	});

	it("come in turns without being mixed", () => {
		assert.deepEqual(entriesOf([textAt(0, "a")], [textAt(1, "x")], [textAt(0, "b"), textAt(1, "y")]), [
			textAt(0, "ab"),
			textAt(1, "xy"),
		]);
	});

	it("have the later value of any other member, and a signature that comes last", () => {
		assert.deepEqual(
			entriesOf(
				[{ type: "reasoning.text", text: "a", signature: null, index: 0 }],
				[{ type: "reasoning.text", text: "b", format: "one", index: 0 }],
				[{ type: "reasoning.text", signature: "s", format: "two", index: 0 }],
			),
			[{ type: "reasoning.text", text: "ab", signature: "s", format: "two", index: 0 }],
		);
	});

	it("lose nothing to a later null", () => {
		assert.deepEqual(
			entriesOf(
				[{ type: "reasoning.text", text: "a", signature: "s", id: "r1", index: 0 }],
				[{ type: "reasoning.text", text: null, signature: null, id: null, other: null, index: 0 }],
			),
			[{ type: "reasoning.text", text: "a", signature: "s", id: "r1", index: 0, other: null }],
		);
	});

	it("without an index, or with another id, are entries of their own", () => {
		const bare = { type: "reasoning.text", text: "a" };
		assert.deepEqual(entriesOf([bare], [bare]), [bare, bare]);
		const [one, two] = [
			{ ...textAt(0, "a"), id: "r1" },
			{ ...textAt(0, "b"), id: "r2" },
		];
		assert.deepEqual(entriesOf([one], [two], [textAt(0, "c")]), [one, { ...two, text: "bc" }]);
	});

	it("that are no objects are passed over", () => {
		assert.deepEqual(entriesOf([null, "a", 1, textAt(0, "a"), undefined]), [textAt(0, "a")]);
	});

	it("leave the fragments as they were", () => {
		const fragment = Object.freeze(textAt(0, "a"));
		assert.deepEqual(entriesOf([fragment], [textAt(0, "b")]), [textAt(0, "ab")]);
		assert.deepEqual(fragment, textAt(0, "a"));
	});

	it("are the same whatever way their texts are cut", () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.nat(2), fc.string({ maxLength: 3 }))), (pieces) => {
				const joined = new Map<number, string>();
				for (const [index, text] of pieces) joined.set(index, (joined.get(index) ?? "") + text);
				assert.deepEqual(
					entriesOf(...pieces.map(([index, text]) => [textAt(index, text)])),
					[...joined].map(([index, text]) => textAt(index, text)),
				);
			}),
		);
	});
});
