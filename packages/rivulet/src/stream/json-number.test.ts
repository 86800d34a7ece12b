import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { JsonNumber } from "./json-number.ts";

/** The number after each character, undefined where there is none; stops at the first character refused. */
function steps(text: string): (number | undefined)[] {
	const number = new JsonNumber();
	const values: (number | undefined)[] = [];
	for (const char of text) {
		if (!number.push(char.charCodeAt(0))) return values;
		values.push(number.value);
	}
	return values;
}

function finalValue(text: string): number | undefined {
	const number = new JsonNumber();
	for (const char of text) assert.ok(number.push(char.charCodeAt(0)), `${char} in ${text}`);
	assert.ok(number.complete);
	return number.value;
}

test("a number has the value that JSON.parse gives it", () => {
	const texts = [
		"0",
		"-0",
		"0.0",
		"-0.0e5",
		"7",
		"-12",
		"1.5",
		"0.1",
		"1e2",
		"1E+2",
		"1e-7",
		"0e999",
		"1e400",
	];
	texts.push(
		"-1e400",
		"1e-400",
		"5e-324",
		"2.4703282292062327e-324",
		"2.2250738585072011e-308",
		"0.30000000000000004",
	);
	texts.push("99999999999999", "100000000000000", "999999999999999", "1234567890123456", "9007199254740993");
	texts.push(
		`1e${"9".repeat(400)}`,
		`1e-${"9".repeat(30)}`,
		"1.7976931348623159e308",
		"123456789012345678.9",
	);
	for (const text of texts) assert.ok(Object.is(finalValue(text), JSON.parse(text)), text);
});

test("numbers of any form have the value that JSON.parse gives them", () => {
	const digits = fc.stringMatching(/^[0-9]{1,40}$/);
	const form = fc
		.tuple(
			fc.constantFrom("", "-"),
			fc.stringMatching(/^(0|[1-9][0-9]{0,30})$/),
			fc.option(digits),
			fc.option(fc.tuple(fc.constantFrom("e", "E", "e+", "e-"), fc.stringMatching(/^[0-9]{1,3}$/))),
		)
		.map(
			([sign, whole, part, power]) =>
				`${sign}${whole}${part ? `.${part}` : ""}${power ? power.join("") : ""}`,
		);
	fc.assert(fc.property(form, (text) => Object.is(finalValue(text), JSON.parse(text))));
	fc.assert(
		fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
			return finalValue(JSON.stringify(value)) === value + 0;
		}),
	);
});

test("digits beyond the 800th count where a rounding hangs on them", () => {
	const zeros = "0".repeat(900);
	// Halfway between two doubles the even one is taken, but anything more decides for the upper one.
	for (const tail of ["0", "1", "9", "01", "10"]) {
		const text = `9007199254740993.${zeros}${tail}`;
		assert.equal(finalValue(text), JSON.parse(text), text);
		assert.equal(finalValue(text), /[19]/.test(tail) ? 9007199254740994 : 9007199254740992);
	}
	// Half of the smallest double has 752 digits.
	const half = (5n ** 1075n).toString();
	assert.equal(finalValue(`${half}e-1075`), 0);
	assert.equal(finalValue(`${half}${zeros}1e-1976`), 5e-324);
});

test("digits left out still count by their place", () => {
	for (const text of [
		"7".repeat(2000),
		`${"7".repeat(2000)}e-1990`,
		`0.${"0".repeat(2000)}123e2001`,
		`${"7".repeat(2000)}.${"5".repeat(2000)}e-1999`,
		`-1${"0".repeat(5000)}e-5000`,
		`0.${"3".repeat(5000)}`,
		`0.${"0".repeat(3000)}1e3001`,
	])
		assert.ok(Object.is(finalValue(text), JSON.parse(text)), text.slice(-20));
});

test("a number that is under way shows the part that is one", () => {
	assert.deepEqual(steps("-12.50e-1"), [undefined, -1, -12, -12, -12.5, -12.5, -12.5, -12.5, -1.25]);
	assert.deepEqual(steps("-0.5"), [undefined, -0, -0, -0.5]);
	assert.deepEqual(steps("1e+2"), [1, 1, 1, 100]);
});

test("characters that no number goes on with are refused", () => {
	for (const text of [
		"+",
		".",
		"e",
		"a",
		"-.",
		"--",
		"-e",
		"00",
		"01",
		"-01",
		"0-",
		"1..",
		"1.e",
		"1.-",
		"1.5.",
		"1-",
	])
		assert.equal(steps(text).length, text.length - 1, text);
	for (const text of ["1ee", "1e.", "1e++", "1e+-", "1e5e", "1e5.", "1e5-", "1.5e5+", "1/", "1:", "1 "])
		assert.equal(steps(text).length, text.length - 1, text);
});

test("a number is complete where it may end", () => {
	const complete = (text: string) => {
		const number = new JsonNumber();
		for (const char of text) number.push(char.charCodeAt(0));
		return number.complete;
	};
	for (const text of ["0", "-0", "10", "1.5", "1e5", "1e+5", "1.0E-05"]) assert.ok(complete(text), text);
	for (const text of ["", "-", "1.", "1e", "1E-", "1.5e+"]) assert.ok(!complete(text), text);
});
