import { defined } from "../message/defined.ts";

type Body = { [member: string]: unknown };

/**
 * Merges `extra` deeply into a body, last and without changing either: objects member by member, `tools` by joining
 * the lists, anything else by replacing it. `undefined` removes a member.
 */
export function mergeBody(body: Body, extra: Body | undefined): Body {
	if (!extra) return body;
	const merged: Body = { ...body };
	for (const [key, value] of Object.entries(extra)) {
		const known = merged[key];
		if (key === "tools" && Array.isArray(known) && Array.isArray(value)) merged[key] = [...known, ...value];
		else merged[key] = isObject(known) && isObject(value) ? mergeBody(known, value) : value;
	}
	return defined<Body>(merged);
}

function isObject(value: unknown): value is Body {
	return typeof value === "object" && !!value && !Array.isArray(value);
}
