import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cutBytes, cutText, words } from "./cut.ts";

test("words keep the white space before them", () => {
	assert.deepEqual(words("One  two\nthree "), ["One", "  two", "\nthree", " "]);
	assert.deepEqual(words("  "), ["  "]);
	assert.deepEqual(words(""), []);
});

test("parts of a text are of the size asked for and never halve a surrogate pair", () => {
	assert.deepEqual(cutText("ab🌊cd", 3), ["ab🌊", "cd"]);
	assert.deepEqual(cutText("abcd", 2), ["ab", "cd"]);
	assert.deepEqual(cutText("abc", Number.POSITIVE_INFINITY), ["abc"]);
	assert.deepEqual(cutText("", 2), []);
});

test("sizes of bytes are taken in turn, across the borders of the pieces", () => {
	const pieces = [Buffer.from("abc"), Buffer.from("defg"), Buffer.from("h")];
	const cut = (sizes: number | number[]) =>
		cutBytes(pieces, sizes).map((piece) => Buffer.from(piece).toString());
	assert.deepEqual(cut([1, 2]), ["a", "bc", "d", "ef", "g", "h"]);
	assert.deepEqual(cut(5), ["abcde", "fgh"]);
	assert.deepEqual(cut(100), ["abcdefgh"]);
});

test("joined, the parts are the whole", () => {
	const text = fc.string({ unit: "grapheme" });
	fc.assert(
		fc.property(
			text,
			fc.integer({ min: 1, max: 9 }),
			fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
			(value, size, sizes) => {
				assert.equal(words(value).join(""), value);
				assert.equal(cutText(value, size).join(""), value);
				assert.equal(Buffer.concat(cutBytes([Buffer.from(value)], sizes)).toString(), value);
			},
		),
	);
});

test("a size below 1 is an error of the script", () => {
	for (const size of [0, -1, Number.NaN]) {
		assert.throws(() => cutText("a", size), { name: "ScriptError", message: "deltaSize must be at least 1" });
		assert.throws(() => cutBytes([], size), { name: "ScriptError", message: "cut must be at least 1" });
	}
	assert.throws(() => cutBytes([], []), { name: "ScriptError" });
});
