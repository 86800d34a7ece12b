import assert from "node:assert/strict";

const checked = new WeakSet<object>();
const frozen = new WeakSet<object>();

/** Asserts that a value is plain JSON without a member that is undefined. What was checked before is not walked again. */
export function checkPlain(value: unknown, path = ""): void {
	walk(value, path, checked, () => {});
}

/** Freezes a value and all that is in it. What was frozen before is not walked again. */
export function deepFreeze(value: unknown): void {
	walk(value, "", frozen, Object.freeze);
}

function walk(value: unknown, path: string, seen: WeakSet<object>, visit: (value: object) => void): void {
	if (value === null || typeof value === "string" || typeof value === "boolean") return;
	if (typeof value === "number" && Number.isFinite(value)) return;
	assert.equal(typeof value, "object", `${path} is plain JSON`);
	const object = value as { [member: string]: unknown };
	if (seen.has(object)) return;
	seen.add(object);
	const prototype: unknown = Object.getPrototypeOf(object);
	assert.ok(
		prototype === Object.prototype || prototype === Array.prototype,
		`${path} is a plain object or list`,
	);
	for (const name of Object.keys(object)) walk(object[name], `${path}.${name}`, seen, visit);
	visit(object);
}
