import assert from "node:assert/strict";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { JsonPreview, type JsonPreviewLimits } from "./json-preview.ts";

/** Pieces of `size` characters. */
function cut(text: string, size: number): string[] {
	const pieces: string[] = [];
	for (let i = 0; i < text.length; i += size) pieces.push(text.slice(i, i + size));
	return pieces;
}

/** The snapshot after each piece. */
function snapshots(pieces: Iterable<string>, limits?: JsonPreviewLimits): unknown[] {
	const preview = new JsonPreview(limits);
	return Array.from(pieces, (piece) => {
		preview.push(piece);
		return preview.snapshot();
	});
}

/** What is to be shown where nothing lags. */
const exact = (pieces: Iterable<string>) => snapshots(pieces, { copy: Infinity });

function deepFreeze(value: unknown): void {
	if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
	Object.freeze(value);
	for (const member of Object.values(value)) deepFreeze(member);
}

test("a snapshot never changes, though its holder freezes it", () => {
	const text = fc.tuple(fc.json(), fc.constantFrom("]}", ',"a":[1]}', ',["a"]]', "x]"));
	fc.assert(
		fc.property(
			text.map(([json, rest]) => (rest.endsWith("}") ? '{"":' : "[") + json + rest),
			fc.integer({ min: 1, max: 5 }),
			fc.constantFrom(0, 4, Infinity),
			(text, size, copy) => {
				const preview = new JsonPreview({ copy });
				const held: [unknown, string | undefined][] = [];
				for (const piece of cut(text, size)) {
					preview.push(piece);
					const value = preview.snapshot();
					held.push([value, JSON.stringify(value)]);
					deepFreeze(value);
				}
				for (const [value, json] of held) assert.equal(JSON.stringify(value), json);
			},
		),
	);
	const pieces = cut('{"a":[{"b":1},{"c":[2]}],"d":"x"}', 1);
	for (const [i, value] of snapshots(pieces).entries())
		assert.deepStrictEqual(value, exact(pieces.slice(0, i + 1)).at(-1));
});

/** Fails where two snapshots have equal containers in the same place that are not the same. */
function assertShared(before: unknown, after: unknown, what: string): void {
	if (typeof before !== "object" || typeof after !== "object" || !before || !after || before === after)
		return;
	assert.ok(!isDeepStrictEqual(before, after), `${what}: ${JSON.stringify(before)}`);
	for (const key of Object.keys(before))
		assertShared((before as Record<string, unknown>)[key], (after as Record<string, unknown>)[key], what);
}

test("snapshots share what has not changed, to the whole of it", () => {
	// Numbers are of one digit, as 1 and 1.0 are equal but make two snapshots.
	const short = (_key: string, value: unknown) => (typeof value === "number" ? 7 : value);
	const value = fc.jsonValue().map((value) => JSON.stringify(value, short));
	fc.assert(
		fc.property(value, fc.integer({ min: 1, max: 6 }), (text, size) => {
			const all = snapshots(cut(text, size));
			for (let i = 1; i < all.length; i++) assertShared(all[i - 1], all[i], text);
		}),
	);
	const made = snapshots(['{"a":[1,{"b":2}],"c":{"d":[],"e":"x', "y", '"}}']);
	const [first, second, third] = made as { a: unknown; c: { d: unknown } }[];
	assert.notEqual(first!.c, second!.c);
	assert.equal(first!.a, second!.a);
	assert.equal(first!.c.d, second!.c.d);
	assert.equal(second, third);
	for (const pieces of [
		["[1", ".", "]"],
		["[1", "e"],
		['["a', "\\", "u00"],
		['{"a":1', ',"b', '":', "tru"],
		["[", "-"],
	]) {
		const made = snapshots(pieces);
		for (const value of made) assert.equal(value, made[0], pieces.join(""));
	}
});

test("a small value is exact after every character", () => {
	const text =
		'{"path":"src/a.ts","edits":[{"old":"a\\nb","new":"c"},{"old":"d","new":"ef"}],"all":true,"n":12.5,"m":{}}';
	const pieces = cut(text, 1);
	assert.deepStrictEqual(snapshots(pieces, { copy: 0 }), exact(pieces));
	// What has closed is no longer copied.
	const after = [`{"a":[${"1,".repeat(5000)}1]`, ...cut(',"b":"some text","c":[1,2,3]', 1)];
	assert.deepStrictEqual(snapshots(after, { copy: 0 }), exact(after));
});

/** How many members the containers of all snapshots have, each counted once; fails beyond `most`. */
function membersMade(pieces: Iterable<string>, limits: JsonPreviewLimits, most: number): number {
	const preview = new JsonPreview(limits);
	const seen = new Set<unknown>();
	let made = 0;
	for (const piece of pieces) {
		preview.push(piece);
		const fresh = [preview.snapshot()];
		for (let value = fresh.pop(); value !== undefined; value = fresh.pop()) {
			if (typeof value !== "object" || value === null || seen.has(value)) continue;
			seen.add(value);
			const members = Object.values(value);
			made += members.length;
			fresh.push(...members);
		}
		assert.ok(made <= most, `${made} members`);
	}
	return made;
}

const shapes: Record<string, (n: number) => string> = {
	"a wide array": (n) => `[${Array.from({ length: n }, (_, i) => i % 10).join()}]`,
	"an object of many keys": (n) =>
		`{${Array.from({ length: n }, (_, i) => `"${i.toString(36)}k":1`).join()}}`,
	"rows of small objects": (n) => `[${Array.from({ length: n }, () => '{"a":1,"b":"some text"}').join()}]`,
	"a string in the depth": (n) => `${'{"a":[1,2,'.repeat(200)}"${"some text".repeat(n)}"${"]}".repeat(200)}`,
	"ups and downs in a wide array": (n) => `[${"1,".repeat(n)}${"[[[[1]]]],".repeat(n)}1]`,
};

for (const [name, make] of Object.entries(shapes))
	test(`the members copied grow with the text and no faster: ${name}`, () => {
		for (const size of [1, 8])
			for (const limits of [{}, { copy: 0 }, { copy: 1 }]) {
				// The credit, what is free for each fragment, and the doublings.
				const most = (limits.copy ?? 4) + 32 / size + 2;
				const [small, large] = [1500, 6000].map((n) => {
					const text = make(n);
					return membersMade(cut(text, size), limits, most * text.length) / text.length;
				}) as [number, number];
				assert.ok(large < small * 1.3 + 0.1, `${small} members a character, then ${large}`);
			}
	});

test("where the credit is short snapshots lag by less than half of the text, and the last is exact", () => {
	for (const make of [shapes["a wide array"], shapes["an object of many keys"]])
		for (const copy of [0, 1, 4]) {
			const pieces = cut(make!(150), 1);
			const wanted = exact(pieces).map((value) => JSON.stringify(value));
			let from = 0;
			let behind = 0;
			for (const [i, value] of snapshots(pieces, { copy }).entries()) {
				const at = wanted.lastIndexOf(JSON.stringify(value), i);
				assert.ok(at >= from && at >= Math.floor(i / 2), `${at} after ${i}`);
				from = at;
				behind = Math.max(behind, i - at);
			}
			assert.ok(behind > 8, "the credit never ran short");
			assert.equal(from, pieces.length - 1);
		}
});

test("a value that freezes while its preview lags is exact", () => {
	const text = `[${"1,".repeat(3000)}"a`;
	const wanted = JSON.parse(`${text}"]`);
	assert.deepStrictEqual(snapshots([...cut(text, 8), "\n"], { copy: 0 }).at(-1), wanted);
	assert.deepStrictEqual(snapshots(cut(`${text}bc`, 8), { copy: 0, chars: text.length }).at(-1), wanted);
});
