import assert from "node:assert/strict";
import { test } from "node:test";
import { forTerminal, visible } from "./visible.ts";

test("what steers a terminal or hides stands as its number", () => {
	assert.equal(visible("a\x1b[31mb\x07\x9b"), "a\\u{1b}[31mb\\u{7}\\u{9b}");
	assert.equal(visible("x\u202ey\u200bz"), "x\\u{202e}y\\u{200b}z");
	assert.equal(visible("\ud800!"), "\\u{d800}!");
	assert.equal(visible("\u{e0041}"), "\\u{e0041}");
});

test("a visible text is one line, and readable characters are left alone", () => {
	assert.equal(visible("one\ntwo\r\nthree\u2028four"), "one two three\\u{2028}four");
	assert.equal(visible("Grüße, 漢字 🌊 e\u0301"), "Grüße, 漢字 🌊 e\u0301");
});

test("an answer on a terminal keeps its lines and its emoji, and can't move the cursor", () => {
	assert.equal(forTerminal("a\tb\n👩‍👧\u200f"), "a\tb\n👩‍👧\u200f");
	assert.equal(forTerminal("\x1b]0;title\x07\r\x08\x85"), "\\u{1b}]0;title\\u{7}\\u{d}\\u{8}\\u{85}");
});
