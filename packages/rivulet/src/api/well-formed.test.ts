import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { wellFormed } from "./well-formed.ts";

describe("a well-formed value", () => {
	it("has U+FFFD for each half of a surrogate pair, and whole pairs as they are", () => {
		assert.equal(wellFormed("a\ud83db"), "a\ufffdb");
		assert.equal(wellFormed("\udc4d"), "\ufffd");
		assert.equal(wellFormed("\udc4d\ud83d"), "\ufffd\ufffd", "a pair the wrong way round is two halves");
		assert.equal(wellFormed("\ud83d\ud83d\udc4d\udc4d"), "\ufffd👍\ufffd");
		assert.equal(wellFormed("👍 ü 𝄞"), "👍 ü 𝄞");
	});

	it("is mended in lists, members and keys, however deep", () => {
		assert.deepEqual(wellFormed({ a: ["x", { "k\ud800": "\udc00", n: 1 }], b: null, c: true }), {
			a: ["x", { "k\ufffd": "\ufffd", n: 1 }],
			b: null,
			c: true,
		});
	});

	it("is the very same value where nothing has to change, and shares what need not change elsewhere", () => {
		const good = { a: ["x", { b: "👍" }], c: 1 };
		assert.equal(wellFormed(good), good);
		const half = wellFormed({ good, bad: "\ud800" });
		assert.equal(half.good, good);
	});

	it("leaves the value that it is given as it was", () => {
		const value = { a: ["\ud800"] };
		wellFormed(value);
		assert.deepEqual(value, { a: ["\ud800"] });
	});

	it("is the same where the runtime has no isWellFormed of its own", (t) => {
		const native = Object.getOwnPropertyDescriptor(String.prototype, "isWellFormed");
		t.after(() => native && Object.defineProperty(String.prototype, "isWellFormed", native));
		Object.defineProperty(String.prototype, "isWellFormed", { value: undefined, configurable: true });
		assert.equal(wellFormed("a\ud83db 👍"), "a\ufffdb 👍");
		assert.equal(wellFormed("a"), "a");
	});

	it("survives UTF-8 and differs from the input in halves alone", () => {
		const units = fc.array(fc.constantFrom("a", "ü", "👍", "\ud83d", "\udc4d"), { maxLength: 20 });
		fc.assert(
			fc.property(units, (list) => {
				const before = list.join("");
				const after = wellFormed(before);
				assert.equal(new TextDecoder().decode(new TextEncoder().encode(after)), after);
				// The encoder's own rule is the same: one U+FFFD for each half.
				assert.equal(after, new TextDecoder().decode(new TextEncoder().encode(before)));
			}),
		);
	});
});
