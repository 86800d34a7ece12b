import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cut, cutStart, displayWidth, grouped, pad, wrap } from "./display-width.ts";

const anyText = fc.string({ unit: "binary", maxLength: 200 });
const visibleText = fc.string({
	unit: fc.constantFrom("a", "é", "漢", "가", "ｆ", "🌊", "👩‍👩‍👧", "❤️", "e\u0301", "🇦🇹", " "),
	maxLength: 200,
});

test("East Asian wide characters and emoji count as two columns", () => {
	assert.equal(displayWidth("abc"), 3);
	assert.equal(displayWidth("漢字"), 4);
	assert.equal(displayWidth("한글"), 4);
	assert.equal(displayWidth("かな、カナ。"), 12);
	assert.equal(displayWidth("ＡＢ！"), 6);
	assert.equal(displayWidth("🌊"), 2);
	assert.equal(displayWidth("𠮷"), 2);
	assert.equal(displayWidth("ﾊﾝｶｸ"), 4);
	assert.equal(displayWidth("Grüße … ─"), 9);
});

test("a text that fits is left alone", () => {
	assert.equal(cut("twelve chars", 12), "twelve chars");
	assert.equal(cutStart("twelve chars", 12), "twelve chars");
	assert.deepEqual(wrap("twelve chars", 12, 2), ["twelve chars"]);
});

test("a text that is cut says how many characters are left out", () => {
	assert.equal(cut("abcdefghijklmnop", 10), "abcde… +11");
	assert.equal(cutStart("abcdefghijklmnop", 10), "+11 …lmnop");
	assert.equal(cut("漢字漢字漢字漢字", 10), "漢字漢… +5");
	assert.equal(cut("x".repeat(12_345), 20), `${"x".repeat(11)}… +12,334`);
});

test("a character that is made of several is kept whole or left out", () => {
	assert.equal(cut("ab👩‍👩‍👧cdefgh", 9), "ab… +11");
	assert.equal(cutStart("abcdefgh👩‍👩‍👧c", 8), "+13 …c");
});

test("whatever the text, a cut keeps to its columns, and what it shows and leaves out add up", () => {
	fc.assert(
		fc.property(fc.oneof(anyText, visibleText), fc.integer({ min: 10, max: 90 }), (text, columns) => {
			const count = [...text].length;
			const front = cut(text, columns);
			assert.ok(displayWidth(front) <= columns, front);
			const back = cutStart(text, columns);
			assert.ok(displayWidth(back) <= columns, back);
			if (displayWidth(text) <= columns) {
				assert.deepEqual([front, back], [text, text]);
				return;
			}
			const [, shown = "", left] = /^(.*)… \+([\d,]+)$/s.exec(front) ?? [];
			assert.ok(text.startsWith(shown));
			assert.equal([...shown].length + Number(left?.replace(",", "")), count);
			const [, before, kept = ""] = /^\+([\d,]+) …(.*)$/s.exec(back) ?? [];
			assert.ok(text.endsWith(kept));
			assert.equal([...kept].length + Number(before?.replace(",", "")), count);
		}),
	);
});

test("wrapped lines keep to their columns and number, and give the text again where it fits", () => {
	fc.assert(
		fc.property(visibleText, fc.integer({ min: 12, max: 40 }), (text, columns) => {
			const lines = wrap(text, columns, 3);
			assert.ok(lines.length <= 3);
			for (const line of lines) assert.ok(displayWidth(line) <= columns, line);
			assert.equal(wrap(text, columns, 1000).join(""), text);
		}),
	);
});

test("a text of millions of characters is cut at once", () => {
	const text = "漢".repeat(5_000_000);
	assert.equal(cut(text, 20), "漢漢漢漢… +4,999,996");
	assert.equal(cutStart(text, 20), "+4,999,996 …漢漢漢漢");
});

test("padding counts columns, and numbers are grouped", () => {
	assert.equal(pad("漢", 4), "漢  ");
	assert.equal(pad("abcdef", 4), "abcdef");
	assert.equal(grouped(1_234_567), "1,234,567");
	assert.equal(grouped(999), "999");
});
