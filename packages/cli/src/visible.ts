/**
 * Text in which nothing can steer a terminal or hide: control and format characters, line and paragraph separators and
 * lone surrogates stand as `\u{...}`. A line feed becomes a space, so that the result is one line.
 */
export function visible(text: string): string {
	return text.replace(/\r?\n/g, " ").replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, escaped);
}

/**
 * The text of a reply, for a terminal: line feeds and tabs work, and so do the invisible characters of scripts and
 * emoji; whatever could move the cursor or change the terminal is escaped. A model repeats what it has read.
 */
export function forTerminal(text: string): string {
	return text.replace(/[^\P{Cc}\n\t]/gu, escaped);
}

function escaped(character: string): string {
	return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}
