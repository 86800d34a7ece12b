import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { JsonPreview, type JsonPreviewLimits } from "./json-preview.ts";

const exact: JsonPreviewLimits = { copy: Infinity };

/** Pieces of `size` characters. */
function cut(text: string, size: number): string[] {
	const pieces: string[] = [];
	for (let i = 0; i < text.length; i += size) pieces.push(text.slice(i, i + size));
	return pieces;
}

function cutAt(text: string, places: number[]): string[] {
	const sorted = [0, ...places.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length];
	return sorted.slice(1).map((place, i) => text.slice(sorted[i], place));
}

/** The snapshot after each piece. */
function snapshots(pieces: Iterable<string>, limits?: JsonPreviewLimits): unknown[] {
	const preview = new JsonPreview(limits);
	return Array.from(pieces, (piece) => {
		preview.push(piece);
		return preview.snapshot();
	});
}

const last = (pieces: Iterable<string>, limits?: JsonPreviewLimits) => snapshots(pieces, limits).at(-1);

/**
 * What is to be shown of a text, worked out another way: the longest beginning that `JSON.parse` takes once its
 * string and brackets are closed.
 */
function expected(text: string): unknown {
	for (let end = text.length; end > 0; end--) {
		let closers = "";
		let quote = "";
		for (let i = 0; i < end; i++) {
			const char = text[i] as string;
			if (quote) {
				if (char === "\\") i++;
				else if (char === '"') quote = "";
			} else if (char === '"') quote = '"';
			else if (char === "[" || char === "{") closers = (char === "[" ? "]" : "}") + closers;
			else if (char === "]" || char === "}") closers = closers.slice(1);
		}
		try {
			return JSON.parse(text.slice(0, end) + quote + closers);
		} catch {}
	}
	return undefined;
}

/** Equal in values, kinds, prototypes, own keys and their order. */
function assertSame(actual: unknown, wanted: unknown, what?: string): void {
	assert.deepStrictEqual(actual, wanted, what);
	assert.equal(JSON.stringify(actual), JSON.stringify(wanted), what);
}

const space = fc.stringMatching(/^[ \t\n\r]{0,2}$/);
const letters = [
	"a",
	"é",
	"😀",
	"\u2028",
	"\\n",
	'\\"',
	"\\\\",
	"\\/",
	"\\b\\f\\r\\t",
	"\\u0041",
	"\\uD83D\\uDE00",
];
letters.push("\\ud83d", "\\uDE00x", "\\uaBcD", "\\u0000");
const stringText = fc
	.array(fc.constantFrom(...letters), { maxLength: 5 })
	.map((parts) => `"${parts.join("")}"`);
const names = ['"a"', '"b"', '""', '"1"', '"__proto__"', '"\\u005f_proto__"', '"constructor"', '"toString"'];
const numberText = fc.constantFrom(
	"0",
	"-0",
	"12",
	"-1.50",
	"1e400",
	"-2E-3",
	"0.1e+2",
	"12345678901234567890",
);
const { value: jsonText } = fc.letrec<{ value: string }>((tie) => ({
	value: fc
		.tuple(
			space,
			fc.oneof(
				{ maxDepth: 5, depthSize: "small" },
				fc.oneof(stringText, numberText, fc.constantFrom("true", "false", "null")),
				fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join()}]`),
				fc
					.array(fc.tuple(space, fc.oneof(fc.constantFrom(...names), stringText), space, tie("value")), {
						maxLength: 4,
					})
					.map((members) => `{${members.map(([s, name, t, value]) => `${s}${name}${t}:${value}`).join()}}`),
				fc.constantFrom("[ ]", "{\n}"),
			),
			space,
		)
		.map((parts) => parts.join("")),
}));
const anyJson = fc.oneof(fc.json(), jsonText);
/** Texts that have, more often than not, one fault. */
const faulty = fc
	.tuple(anyJson, fc.nat(), fc.nat(2), fc.constantFrom(...'{}[],:"\\ \n\u0001-+.e01ntux\u00a0'))
	.map(([text, place, remove, insert]) => {
		const at = place % (text.length + 1);
		return text.slice(0, at) + insert + text.slice(at + remove);
	});

test("after the last fragment the snapshot equals what JSON.parse gives, however the text is cut", () => {
	fc.assert(
		fc.property(anyJson, fc.array(fc.nat(), { maxLength: 12 }), (text, places) => {
			assertSame(last(cutAt(text, places)), JSON.parse(text));
			assertSame(last(cut(text, 1)), JSON.parse(text));
			assertSame(last([text]), JSON.parse(text));
		}),
		{ numRuns: 300 },
	);
});

test("after every character the snapshot is the longest beginning that is sound", () => {
	fc.assert(
		fc.property(anyJson, (text) => {
			for (const [i, value] of snapshots(cut(text, 1), exact).entries())
				assertSame(value, expected(text.slice(0, i + 1)), text.slice(0, i + 1));
		}),
	);
});

test("malformed text freezes the preview at the longest beginning that is sound", () => {
	fc.assert(
		fc.property(faulty, fc.array(fc.nat(), { maxLength: 5 }), (text, places) => {
			assertSame(last(cutAt(text, places), exact), expected(text), text);
			assertSame(last(cut(text, 1), exact), expected(text), text);
		}),
		{ numRuns: 500 },
	);
});

test("each kind of fault freezes the preview for good", () => {
	const faults: [string, unknown][] = [
		["x", undefined],
		["\ufeff{}", undefined],
		[",", undefined],
		["]", undefined],
		["-x", undefined],
		["[1,]", [1]],
		["[,1]", []],
		["[[1,],2]", [[1]]],
		['{"a":{"b":},"c":1}', { a: {} }],
		['{"a":{"b":1,},"c":1}', { a: { b: 1 } }],
		['{"a":{"b"},"c":1}', { a: {} }],
		["[1 2]", [1]],
		["[1}", [1]],
		["[}", []],
		["[[1},2]", [[1]]],
		['[{"a":1],2]', [{ a: 1 }]],
		['{"a":1]', { a: 1 }],
		["{]", {}],
		['{"a":}', {}],
		['{"a":]', {}],
		['{"a"}', {}],
		['{"a",', {}],
		['{"a" 1}', {}],
		['{"a"::1}', {}],
		['{"a":1,}', { a: 1 }],
		["{a:1}", {}],
		["{1:2}", {}],
		["{[]}", {}],
		["{'a':1}", {}],
		["[01]", [0]],
		["[1.x", [1]],
		["[1.,2]", [1]],
		["[.5]", []],
		["[+1]", []],
		["[1e+,2]", [1]],
		["[-]", []],
		["[nul]", []],
		["[trux]", []],
		["[True]", []],
		["[NaN]", []],
		["[\u00a01]", []],
		['["a\nb"]', ["a"]],
		['["a\\x"]', ["a"]],
		['["a\\u12G4"]', ["a"]],
		['["a\\u12"]', ["a"]],
		['["a\\u12",1]', ["a"]],
		['["a\\u@000"]', ["a"]],
		['["a\\u`000"]', ["a"]],
		['["a\\u:000"]', ["a"]],
		['{"a\\x":1}', {}],
	];
	for (const [text, wanted] of faults)
		for (const pieces of [[text], cut(text, 1)]) {
			const preview = new JsonPreview();
			for (const piece of pieces) preview.push(piece);
			const frozen = preview.snapshot();
			assertSame(frozen, wanted, text);
			preview.push('0,1]}"x":2');
			assert.equal(preview.snapshot(), frozen, text);
		}
});

test("text after the value is ignored", () => {
	for (const [text, wanted] of [
		['{"a":1} x', { a: 1 }],
		["[1]]", [1]],
		["1 2", 1],
		["1,2", 1],
		["1x", 1],
		['"a""b"', "a"],
		["null true", null],
		["{}{}", {}],
	] as const)
		for (const size of [1, 99]) assertSame(last(cut(text, size)), wanted, text);
});

test("before a value begins there is nothing, and a value of one word or sign waits for its end", () => {
	assert.equal(new JsonPreview().snapshot(), undefined);
	assert.deepEqual(snapshots(["", " \n", "t", "ru", "e"]), [
		undefined,
		undefined,
		undefined,
		undefined,
		true,
	]);
	assert.deepEqual(snapshots(["nul", "l"]), [undefined, null]);
	assert.deepEqual(snapshots(["[fals", "e", ",", "n"]), [[], [false], [false], [false]]);
});

test("a top-level number shows without a terminator", () => {
	assert.deepEqual(snapshots(["-", "1", "2.", "5", "e", "1", " "]), [
		undefined,
		-1,
		-12,
		-12.5,
		-12.5,
		-125,
		-125,
	]);
	assert.ok(Object.is(last(["-", "0"]), -0));
	assert.equal(last(["1e40", "0"]), Infinity);
	// Far beyond what the credit would pay for.
	const text = "7".repeat(3000);
	assert.equal(last(cut(`${text}e-2990`, 8)), JSON.parse(`${text}e-2990`));
});

test("strings grow, and an unfinished escape is held back", () => {
	assert.deepEqual(snapshots(['"a', "b\\", "n\\u", "00", "e9", "c", '"']), [
		"a",
		"ab",
		"ab\n",
		"ab\n",
		"ab\né",
		"ab\néc",
		"ab\néc",
	]);
	assert.deepEqual(snapshots(['"\\ud83d', "\\ude0", "0", '"']), [
		"\ud83d",
		"\ud83d",
		"\u{1f600}",
		"\u{1f600}",
	]);
	assert.deepEqual(snapshots(['"\ud83d', '\ude00"']), ["\ud83d", "\u{1f600}"]);
	assert.equal(last(cut('"\\uD800\\u0041\\udc00"', 1)), "\ud800A\udc00");
});

test("a key without a value is absent, and of two values of a key the last stands in the place of the first", () => {
	assert.deepEqual(snapshots(['{"a"', ":", "[", '1],"b":2,"a":', '"x', 'y"}']), [
		{},
		{},
		{ a: [] },
		{ a: [1], b: 2 },
		{ a: "x", b: 2 },
		{ a: "xy", b: 2 },
	]);
	assert.deepEqual(Object.keys(last(['{"a":1,"b":2,"a":"x']) as object), ["a", "b"]);
});

test("a key such as __proto__ is a plain own key in values and in copies", () => {
	const text = '{"a":{"__proto__":{"x":1},"toString":2},"__proto__":[1],"b":"..."}';
	for (const value of snapshots(cut(text, 1))) {
		if (value === undefined) continue;
		assert.equal(Object.getPrototypeOf(value), Object.prototype);
		assert.equal((value as { x?: unknown }).x, undefined);
	}
	const { getOwnPropertyDescriptors: descriptors } = Object;
	for (const pieces of [cut(text, 1), [text]]) {
		assertSame(last(pieces), JSON.parse(text));
		assert.deepEqual(descriptors(last(pieces)), descriptors(JSON.parse(text)));
	}
	assert.deepEqual(Object.keys(last([text.slice(0, -2)]) as object), ["a", "__proto__", "b"]);
	// In an object that is large enough to be copied in another way, too.
	const large = `{${Array.from({ length: 40 }, (_, i) => `"k${i}":${i},`).join("")}"__proto__":{"x":1},"b":"...`;
	assertSame(last([large, "."], exact), JSON.parse(`${large}."}`));
});

test("keys that plain objects inherit are set where their prototype is frozen", () => {
	const text = '{"toString":1,"a":{"constructor":2,"b":"x"}}';
	// A frozen prototype makes an assignment to such a key throw.
	const saved = Object.getOwnPropertyDescriptors(Object.prototype);
	for (const key of ["toString", "constructor"])
		Object.defineProperty(Object.prototype, key, { writable: false });
	try {
		assertSame(last(cut(text, 1)), JSON.parse(text));
	} finally {
		for (const key of ["toString", "constructor"] as const)
			Object.defineProperty(Object.prototype, key, saved[key] as PropertyDescriptor);
	}
});

test("containers below the depth limit are skipped and shown empty", () => {
	const text = '{"a":[1,{"x":["]",{"\\"}":[]}]},[2],[],{}],"b":{"c":{"d":1}}}';
	for (const size of [1, 3, 99]) {
		assertSame(last(cut(text, size), { depth: 2 }), { a: [1, {}, [], [], {}], b: { c: {} } });
		assertSame(last(cut(text, size), { depth: 1 }), { a: [], b: {} });
		assertSame(last(cut(text, size), { depth: 0 }), {});
		assertSame(last(cut(text, size), { depth: 4 }), {
			a: [1, { x: ["]", {}] }, [2], [], {}],
			b: { c: { d: 1 } },
		});
	}
	const [before, after] = snapshots(['[[{"a":', '"x'], { depth: 1 });
	assert.deepEqual(before, [[]]);
	assert.equal(before, after);
});

test("the default depth is 500, and no depth is too much", () => {
	const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
	assertSame(last(cut(nested(501), 7)), JSON.parse(nested(501)));
	assertSame(last(cut(nested(502), 7)), JSON.parse(nested(501)));
	assertSame(last(cut(`[${nested(200_000)},1]`, 5000)), JSON.parse(`[${nested(500)},1]`));
	assertSame(last(cut("[".repeat(200_000), 5000)), JSON.parse(nested(501)));
});

test("beyond the limit of characters the preview freezes, however the text is cut", () => {
	for (const size of [1, 3, 99]) {
		assert.deepEqual(last(cut('{"a":"bcdefgh"}', size), { chars: 9 }), { a: "bcd" });
		assert.deepEqual(last(cut('{"a":1}  x', size), { chars: 7 }), { a: 1 });
	}
	const long = "x".repeat(2 ** 24);
	assert.equal((last([`"${long}`, "y"]) as string).length, 2 ** 24 - 1);
});
