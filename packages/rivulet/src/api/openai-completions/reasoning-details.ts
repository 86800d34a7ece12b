type Entry = { [member: string]: unknown };

/**
 * The fragments of `reasoning_details` put together again, to go back unchanged and in order
 * (https://openrouter.ai/docs/use-cases/reasoning-tokens#preserving-reasoning-blocks): entries of the same index and
 * type are one entry, whose `text`, `summary` and `data` come in pieces.
 */
export function reasoningDetails() {
	/** All entries so far. */
	const entries: Entry[] = [];
	const latest = new Map<string, Entry>();
	return {
		entries,
		add(fragments: readonly unknown[]): void {
			for (const fragment of fragments) {
				if (typeof fragment !== "object" || !fragment) continue;
				const piece = fragment as Entry;
				const { index, type, id } = piece;
				const place = `${index}/${type}`;
				const known = index === undefined ? undefined : latest.get(place);
				if (!known || (id && known.id && id !== known.id)) {
					const entry = { ...piece };
					entries.push(entry);
					latest.set(place, entry);
					continue;
				}
				for (const [key, value] of Object.entries(piece)) {
					const before = known[key];
					const joins =
						/^(text|summary|data)$/.test(key) && typeof before === "string" && typeof value === "string";
					// A later null takes nothing back.
					known[key] = joins ? before + value : (value ?? before ?? value);
				}
			}
		},
	};
}
