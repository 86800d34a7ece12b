/**
 * Parts text in which a server leaves its thinking between `<think>` and `</think>`, whatever way the tags are cut.
 * White space before the first tag and after each belongs to the tags. A tag that is never closed holds thinking to
 * the end, and what only looks like the beginning of a tag is given out as the text that it is.
 *
 * @param give takes the parts in order, none of them empty
 * @returns takes the text as it comes, and nothing where it has ended
 */
export function thinkTags(give: (kind: "text" | "thinking", delta: string) => void): (text?: string) => void {
	let thinking = false;
	/** White space after a tag is passed over until something else comes. */
	let trim = false;
	/** White space at the beginning, until it is known whether a tag follows. */
	let lead: string | undefined = "";
	/** The tail that may be the beginning of a tag. */
	let held = "";

	const part = (text: string): void => {
		const delta = trim ? text.trimStart() : (lead ?? "") + text;
		if (lead !== undefined && !delta.trim()) lead = delta;
		else if (delta) {
			lead = undefined;
			trim = false;
			give(thinking ? "thinking" : "text", delta);
		}
	};

	return (text) => {
		// What was held back is no tag after all.
		if (text === undefined) return part(held);
		held += text;
		for (;;) {
			const tag = thinking ? "</think>" : "<think>";
			const found = held.indexOf(tag);
			let at = found;
			if (found < 0) {
				at = Math.max(0, held.length - tag.length + 1);
				while (!tag.startsWith(held.slice(at))) at++;
			}
			part(held.slice(0, at));
			held = held.slice(at);
			if (found < 0) return;
			held = held.slice(tag.length);
			thinking = !thinking;
			trim = true;
			lead = undefined;
		}
	};
}
