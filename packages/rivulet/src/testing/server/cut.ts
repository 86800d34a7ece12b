import { ScriptError } from "./wire-form.ts";

/** Words, each with the white space before it, as a model's tokens have it; trailing white space is one more. */
export function words(text: string): string[] {
	return text.match(/\s*\S+|\s+$/g) ?? [];
}

/** Parts of `size` code points: a surrogate pair stays whole, as it does on any provider's wire. */
export function cutText(text: string, size: number): string[] {
	checkSizes([size], "deltaSize");
	const parts: string[] = [];
	let part = "";
	let length = 0;
	for (const character of text) {
		part += character;
		if (++length < size) continue;
		parts.push(part);
		part = "";
		length = 0;
	}
	if (part !== "") parts.push(part);
	return parts;
}

/** The same bytes in pieces of these sizes, taken in turn. */
export function cutBytes(pieces: readonly Uint8Array[], cut: number | number[]): Uint8Array[] {
	const sizes = typeof cut === "number" ? [cut] : cut;
	checkSizes(sizes, "cut");
	const bytes = Buffer.concat(pieces);
	const parts: Uint8Array[] = [];
	for (let start = 0; start < bytes.length; ) {
		const end = start + (sizes[parts.length % sizes.length] ?? bytes.length);
		parts.push(bytes.subarray(start, end));
		start = end;
	}
	return parts;
}

function checkSizes(sizes: number[], option: string): void {
	if (sizes.length > 0 && sizes.every((size) => size >= 1)) return;
	throw new ScriptError(`${option} must be at least 1`);
}
