import assert from "node:assert/strict";
import { test } from "node:test";
import { collect, count, positive, seconds, thinking } from "./option-values.ts";

function refuses(parse: (text: string) => unknown, ...texts: string[]): void {
	for (const text of texts)
		assert.throws(() => parse(text), /It must be/, `${JSON.stringify(text)} is taken`);
}

test("whole numbers are taken in plain decimal alone", () => {
	assert.equal(positive("256"), 256);
	assert.equal(count("0"), 0);
	refuses(positive, "0", "-1", "1.5", "1e3", "0x10", "", " ", "x", "9007199254740993");
	refuses(count, "-1", "1.5", "", "x");
});

test("seconds become milliseconds, and may have a fraction", () => {
	assert.equal(seconds("30"), 30_000);
	assert.equal(seconds("0.2"), 200);
	assert.equal(seconds(".5"), 500);
	assert.equal(seconds("0.0001"), 1);
	// A longer time than a timer can wait would ring at once.
	refuses(seconds, "0", "-1", "5.", "1e3", "", "soon", "2147484", "Infinity");
});

test("thinking is a level or a number of tokens", () => {
	assert.equal(thinking("high"), "high");
	assert.equal(thinking("off"), "off");
	assert.equal(thinking("2048"), 2048);
	refuses(thinking, "High", "very", "", "-5");
});

test("an option that is given again adds to a list", () => {
	assert.deepEqual(collect("b", collect("a")), ["a", "b"]);
});
