import type { ModelEvent } from "rivulet";

/** An event as one line of JSON: without the partial message and the preview, which only grow what was said before. */
export function jsonLine(event: ModelEvent): string {
	// A preview is not enumerable, so that it stays behind by itself.
	const json = JSON.stringify({ ...event, partial: undefined });
	// JSON leaves these as they are, but a terminal may obey them.
	return `${json.replace(/[\x7f-\x9f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)}\n`;
}
