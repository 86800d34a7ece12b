/**
 * A deep copy of plain data for a snapshot. What can't be copied (functions, signals, class instances that hold live
 * things) is left out; it never throws, and a value that contains itself is cut where it repeats.
 */
export function cloneable(value: unknown): unknown {
	return copy(value, new Map());
}

const data = /^\[object (Date|Map|Set|RegExp|Error|ArrayBuffer|DataView|\w+Array)\]$/;

function copy(value: unknown, made: Map<object, unknown>): unknown {
	if (typeof value === "function" || typeof value === "symbol") return undefined;
	if (typeof value !== "object" || value === null) return value;
	// A value that is shared is copied once; one that is still being copied contains itself.
	if (made.has(value)) return made.get(value);
	made.set(value, undefined);
	const whole = copyObject(value, made);
	made.set(value, whole);
	return whole;
}

function copyObject(value: object, made: Map<object, unknown>): unknown {
	try {
		if (Array.isArray(value)) return value.map((item) => copy(item, made));
		const prototype: unknown = Object.getPrototypeOf(value);
		if (data.test(Object.prototype.toString.call(value))) return structuredClone(value);
		const members: [string, unknown][] = [];
		for (const key of Object.keys(value)) {
			const member = copy((value as { [key: string]: unknown })[key], made);
			if (member !== undefined) members.push([key, member]);
		}
		// A live object such as a signal has no members of its own; a copy would be an empty shell.
		const isPlain = prototype === Object.prototype || prototype === null;
		return isPlain || members.length > 0 ? Object.fromEntries(members) : undefined;
	} catch {
		// A live object, or a getter that throws.
		return undefined;
	}
}
