import type { ProviderData } from "../message/content.ts";

/** Provider data with one more member. `append` joins strings and lists; what was known is not changed. */
export function withData(
	known: ProviderData | undefined,
	key: string,
	value: unknown,
	append: true | undefined,
): ProviderData {
	return { v: 1, ...known, [key]: append ? joined(known?.[key], value) : value };
}

function joined(known: unknown, value: unknown): unknown {
	if (Array.isArray(known)) return known.concat(value);
	return typeof known === "string" ? known + String(value) : value;
}
