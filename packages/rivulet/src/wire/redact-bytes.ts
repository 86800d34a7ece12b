import { binaryOf } from "./secret-patterns.ts";

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

/** What no credential has in it. */
const endsWord = /[\0- "'<>\\]/;

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

	/** Without a piece, the end. */
	function take(piece?: Uint8Array): Uint8Array {
		if (piece) buffer += binaryOf(piece);
		if (swallowing) {
			buffer = buffer.slice(start).replace(/^[\w.~+/%-]+/, "");
			start = 0;
			swallowing = buffer === "";
		}
		const word = buffer.slice(-longestWord).split(endsWord).pop() as string;
		const held = piece ? Math.max(longest - 1, word.length) : 0;
		let cut = Math.max(start, buffer.length - held);
		let out = "";
		let place = start;
		pattern.lastIndex = start;
		// matchAll would compile the pattern anew.
		for (;;) {
			const match = pattern.exec(buffer);
			if (!match || match.index >= cut) break;
			out += buffer.slice(place, match.index) + mark;
			place = pattern.lastIndex;
			// A credential that fills all that is held back may go on.
			swallowing = !!match[1] && place === buffer.length;
		}
		out += buffer.slice(place, cut);
		cut = Math.max(cut, place);
		start = Math.min(cut, lookBack);
		buffer = buffer.slice(cut - start);
		// Uint8Array.from is twenty times slower.
		const bytes = new Uint8Array(out.length);
		for (let at = 0; at < out.length; at++) bytes[at] = out.charCodeAt(at);
		return bytes;
	}

	return { push: take, end: take };
}
