/**
 * Characters that take two columns: East Asian Width W and F (https://www.unicode.org/reports/tr11/), the symbols and
 * emoji whole, since terminals disagree about some of them and a line that is too short does no harm.
 */
const wide =
	/[\u1100-\u115f\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\u4dff\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d37f}\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;

/**
 * Columns that a text takes at most. Every character counts, combining ones too, so that no terminal needs more than
 * this, whatever it joins.
 */
export function displayWidth(text: string): number {
	let width = 0;
	for (const character of text) width += columnsOf(character);
	return width;
}

/** The text, in so many columns: a longer one ends in `… +n`, n characters that are left out. */
export function cut(text: string, columns: number): string {
	if (fits(text, columns)) return text;
	const note = (count: number) => `… +${grouped(count)}`;
	const kept = head(text, columns - note(text.length).length);
	return kept + note(countCharacters(text, kept.length));
}

/** The end of a text, in so many columns: a longer one begins with `+n …`, n characters that are left out. */
export function cutStart(text: string, columns: number): string {
	if (fits(text, columns)) return text;
	const note = (count: number) => `+${grouped(count)} …`;
	const room = columns - note(text.length).length;
	// No text of so many columns has more units than this.
	let start = Math.max(0, text.length - 2 * room);
	for (const { index, segment } of segments(text.slice(start))) {
		const at = start + index;
		if (fits(text.slice(at), room)) return note(countCharacters(text, 0, at)) + text.slice(at);
		if (at + segment.length >= text.length) start = text.length;
	}
	return note(countCharacters(text, 0));
}

/** The text in lines of so many columns, at most `lines` of them; the last one is cut where there is more. */
export function wrap(text: string, columns: number, lines: number): string[] {
	const wrapped: string[] = [];
	let rest = text;
	while (wrapped.length < lines - 1 && !fits(rest, columns)) {
		// A character that is wider than the line is cut by force.
		const line = head(rest, columns) || rest.slice(0, columns);
		wrapped.push(line);
		rest = rest.slice(line.length);
	}
	return [...wrapped, cut(rest, columns)];
}

/** Padded with spaces up to so many columns. */
export function pad(text: string, columns: number): string {
	return text + " ".repeat(Math.max(0, columns - displayWidth(text)));
}

/** A number with a comma between its groups of three digits. */
export function grouped(count: number): string {
	return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

function columnsOf(character: string): number {
	return character > "\u10ff" && wide.test(character) ? 2 : 1;
}

/** Looks no further than it must: a text may have millions of characters. */
function fits(text: string, columns: number): boolean {
	return text.length <= 2 * columns && displayWidth(text) <= columns;
}

/** The longest beginning in so many columns that ends where a reader sees a character end. */
function head(text: string, columns: number): string {
	let kept = 0;
	let width = 0;
	for (const { index, segment } of segments(text.slice(0, 2 * columns + 2))) {
		width += displayWidth(segment);
		if (width > columns) break;
		kept = index + segment.length;
	}
	return text.slice(0, kept);
}

function segments(text: string): Intl.Segments {
	return new Intl.Segmenter().segment(text);
}

function countCharacters(text: string, from: number, to = text.length): number {
	let count = 0;
	for (let at = from; at < to; at++) {
		count++;
		if ((text.codePointAt(at) ?? 0) > 0xffff) at++;
	}
	return count;
}
