/**
 * Replaces lone surrogates by U+FFFD in every string of a JSON value, keys included: half a pair is no UTF-8, and
 * strict servers refuse its escape (RFC 8259 section 8.2). What needs no change is given back as it is.
 */
export function wellFormed<T>(value: T): T {
	// With the flag `u` a whole pair is one character, so that only halves are found. The native test is far faster.
	if (typeof value === "string") {
		return (value as { isWellFormed?(): boolean }).isWellFormed?.()
			? value
			: (value.replace(/[\ud800-\udfff]/gu, "\ufffd") as T);
	}
	if (typeof value !== "object" || !value) return value;
	let changed = false;
	const members = Object.entries(value).map((member) =>
		member.map((part) => {
			const clean = wellFormed(part);
			changed ||= clean !== part;
			return clean;
		}),
	);
	if (!changed) return value;
	return (Array.isArray(value) ? members.map(([, item]) => item) : Object.fromEntries(members)) as T;
}
