import { binaryOf, endsWord } from "./secret-patterns.ts";

/**
 * What `push` and `end` give, joined, is the body with its secrets replaced; all other bytes pass unchanged, valid
 * UTF-8 or not. Only a tail that may be the beginning of a secret is held back: as long as the longest form of a secret
 * that was given, or as the unfinished word at the end, of that at most 512 bytes.
 */
export interface ByteRedactor {
	push(piece: Uint8Array): Uint8Array;
	end(): Uint8Array;
}

/** The longest word that is held back. */
const longestWord = 512;

/** How much of what was given out is kept, to see what stands before a word. */
const lookBack = 32;

/**
 * Works on a string with one character for each byte, so that nothing is decoded and nothing can be lost.
 *
 * @param pattern global; its first group is set for what may go on beyond the end of a text: a credential that is known
 *   by its looks alone
 * @param longest the length in bytes of the longest thing that it finds otherwise
 */
export function redactBytes(pattern: RegExp, longest: number, mark: string): ByteRedactor {
	let buffer = "";
	/** Where in the buffer begins what was not given out yet. */
	let start = 0;
	/** The credential that was replaced last is longer than what is held back, and goes on. */
	let swallowing = false;

	function take(end: boolean): Uint8Array {
		if (swallowing) {
			const rest = buffer.slice(start).replace(/^[\w.~+/%-]+/, "");
			buffer = buffer.slice(0, start) + rest;
			swallowing = rest === "";
		}
		let word = 0;
		while (
			word < longestWord &&
			word < buffer.length &&
			!endsWord.test(buffer.charAt(buffer.length - 1 - word))
		) {
			word++;
		}
		let cut = end ? buffer.length : Math.max(start, buffer.length - Math.max(longest - 1, word));
		let out = "";
		let place = start;
		pattern.lastIndex = start;
		for (;;) {
			const match = pattern.exec(buffer);
			if (!match || match.index >= cut) break;
			const stop = match.index + match[0].length;
			if (match[1] !== undefined && stop === buffer.length && !end) {
				if (stop - match.index < longestWord) {
					cut = match.index;
					break;
				}
				swallowing = true;
			}
			out += buffer.slice(place, match.index) + mark;
			place = stop;
			cut = Math.max(cut, stop);
		}
		out += buffer.slice(place, cut);
		start = Math.min(cut, lookBack);
		buffer = buffer.slice(cut - start);
		// Uint8Array.from is twenty times slower.
		const bytes = new Uint8Array(out.length);
		for (let at = 0; at < out.length; at++) bytes[at] = out.charCodeAt(at);
		return bytes;
	}

	return {
		push(piece) {
			buffer += binaryOf(piece);
			return take(false);
		},
		end: () => take(true),
	};
}
