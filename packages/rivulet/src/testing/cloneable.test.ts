import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { cloneable } from "./cloneable.ts";

describe("a cloneable copy", () => {
	it("is a deep copy of plain data", () => {
		const value = { a: [1, { b: "c" }], d: null, e: true, f: 1n, g: [] };
		const copy = cloneable(value);
		assert.deepEqual(copy, value);
		value.a.push(2);
		(value.a[1] as { b: string }).b = "changed";
		assert.deepEqual(copy, { a: [1, { b: "c" }], d: null, e: true, f: 1n, g: [] });
	});

	it("is equal to any JSON value", () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				assert.deepEqual(cloneable(value), value);
			}),
		);
	});

	it("leaves out functions, symbols, signals and other live objects", () => {
		const copy = cloneable({
			a: 1,
			run() {},
			tag: Symbol("tag"),
			signal: new AbortController().signal,
			promise: Promise.resolve(),
			weak: new WeakMap(),
			inner: { b: 2, format: () => "" },
			none: undefined,
		});
		assert.deepEqual(copy, { a: 1, inner: { b: 2 } });
	});

	it("keeps the places of a list", () => {
		assert.deepEqual(cloneable([1, () => 2, 3]), [1, undefined, 3]);
	});

	it("copies what structuredClone knows, and drops the class of anything else", () => {
		class Point {
			x = 1;
		}
		const bytes = new Uint8Array([1, 2]);
		const copy = cloneable({
			at: new Date(7),
			map: new Map([["a", 1]]),
			bytes,
			point: new Point(),
		}) as { bytes: Uint8Array; point: object };
		assert.deepEqual(copy, {
			at: new Date(7),
			map: new Map([["a", 1]]),
			bytes: new Uint8Array([1, 2]),
			point: { x: 1 },
		});
		assert.notEqual(copy.bytes, bytes);
		assert.equal(Object.getPrototypeOf(copy.point), Object.prototype);
		assert.deepEqual(cloneable(Object.assign(Object.create(null), { a: 1 })), { a: 1 });
	});

	it("cuts a value that contains itself where it repeats, and copies one that merely stands twice", () => {
		const loop: { [member: string]: unknown } = { a: 1 };
		loop.self = loop;
		loop.list = [loop];
		assert.deepEqual(cloneable(loop), { a: 1, list: [undefined] });
		const shared = { b: 2 };
		assert.deepEqual(cloneable([shared, shared]), [{ b: 2 }, { b: 2 }]);
	});

	it("never throws: not at a getter, a proxy or a value that is nested too deeply", () => {
		const bad = {
			get a(): never {
				throw new Error("no");
			},
		};
		const { proxy, revoke } = Proxy.revocable({}, {});
		revoke();
		assert.deepEqual(cloneable({ bad, proxy, kept: 1 }), { kept: 1 });
		assert.equal(cloneable(bad), undefined);
		assert.equal(cloneable(proxy), undefined);
		let deep = {};
		for (let depth = 0; depth < 20_000; depth++) deep = { deep };
		assert.doesNotThrow(() => cloneable(deep));
	});

	it("has a member named __proto__ as a member", () => {
		const copy = cloneable(JSON.parse('{"__proto__":{"a":1}}')) as object;
		assert.deepEqual(Object.keys(copy), ["__proto__"]);
		assert.equal(Object.getPrototypeOf(copy), Object.prototype);
	});
});
