import { JsonNumber } from "./json-number.ts";
import {
	addMember,
	copyMembers,
	type OpenContainer,
	openContainer,
	putMember,
	setKey,
} from "./open-container.ts";

/** Bounds of a {@link JsonPreview}. */
export interface JsonPreviewLimits {
	/** Levels of containers that are shown with their members, 500 by default. Those below are shown empty. */
	depth?: number;
	/** UTF-16 units of text that are read, 16 Mi by default. Beyond them the preview freezes. */
	chars?: number;
	/**
	 * Members of open containers that may be copied for each unit of text read, 4 by default; members of large
	 * objects count as several. More makes previews of large values fresher and slower.
	 */
	copy?: number;
}

// What may come next, or the token that is under way.
const COMMA_OR_END = 0;
const VALUE_OR_END = 1;
const VALUE = 2;
const NAME_OR_END = 3;
const NAME = 4;
const COLON = 5;
const IN_NAME = 6;
const IN_STRING = 7;
const IN_WORD = 8;
const IN_NUMBER = 9;
const OVER = 10;

const QUOTE = 34;
const BACKSLASH = 92;

/** Copies up to this cost are free: a constant for each snapshot, which keeps small values exact. */
const FREE = 32;

const WORDS: Record<number, string> = { 116: "true", 102: "false", 110: "null" };

/**
 * The value of a JSON text (RFC 8259) that is still coming, as far as it has come: for display alone.
 *
 * - When the text is whole, the value equals that of `JSON.parse`. Before, strings and numbers grow as they
 *   come; an unfinished escape, a key without a value and an unfinished `true`, `false` or `null` are absent.
 * - Malformed text freezes the preview at its last good state. Text after the value is ignored. Not all that
 *   `JSON.parse` refuses is noticed: what lies too deep is skipped by its strings and brackets alone.
 * - A snapshot never changes, and shares its unchanged parts with the ones before it.
 * - The work is linear in the text. A snapshot copies all containers that are open, since each of them holds
 *   the place that grows. Small copies are free, others are paid from a credit that the text earns (`copy`).
 *   Where it is short the last snapshot is given again, as long as that shows more than half of the text. A value
 *   that has ended or frozen is exact.
 */
export class JsonPreview {
	readonly #depth: number;
	readonly #chars: number;
	readonly #copy: number;
	#state = VALUE;
	readonly #open: OpenContainer[] = [];
	/** How many open containers lie too deep. */
	#skipped = 0;
	/** The string or name so far; or the word that is expected. */
	#text = "";
	/** Characters of an escape so far. */
	#escape = 0;
	/** The value of an escape's hexadecimal digits so far; or how far the word has come. */
	#code = 0;
	#number = new JsonNumber();
	#read = 0;
	/** What had been read at the last copy that was not free. */
	#copied = 0;
	#credit = 0;
	/** What copies of all open containers cost. */
	#cost = 0;
	/** The last snapshot lacks something. */
	#changed = false;
	#last: unknown;

	constructor({ depth = 500, chars = 2 ** 24, copy = 4 }: JsonPreviewLimits = {}) {
		this.#depth = depth;
		this.#chars = chars;
		this.#copy = copy;
	}

	/** Takes the next fragment, of any length, cut anywhere. Never throws. */
	push(text: string): void {
		const left = this.#chars - this.#read;
		const piece = text.length > left ? text.slice(0, left) : text;
		this.#read += piece.length;
		this.#credit += piece.length * this.#copy;
		for (let i = 0; i < piece.length && this.#state < OVER; i++) {
			if (this.#state === IN_STRING || this.#state === IN_NAME) i = this.#inString(piece, i);
			else if (!this.#next(piece.charCodeAt(i))) this.#freeze();
		}
		if (text.length > left) this.#freeze();
	}

	/** The value as far as it has come, or lately had; undefined before any value began. */
	snapshot(): unknown {
		if (!this.#changed) return this.#last;
		if (this.#cost > FREE) {
			if (this.#cost > this.#credit && this.#read < this.#copied * 2) return this.#last;
			this.#credit = Math.max(0, this.#credit - this.#cost);
			this.#copied = this.#read;
		}
		this.#changed = false;
		let value: unknown =
			this.#state === IN_NUMBER
				? this.#number.value
				: this.#state === IN_STRING && !this.#skipped
					? this.#text
					: undefined;
		for (let i = this.#open.length; i--; ) {
			const container = this.#open[i]!;
			if (value !== undefined) putMember(container, value);
			value = copyMembers(container);
		}
		this.#last = value;
		return value;
	}

	/** Reads a string or name to its end or that of `text`; gives the place of the last character read. */
	#inString(text: string, from: number): number {
		let piece = "";
		let c = 0;
		let i = from;
		for (; i < text.length; i++) {
			c = text.charCodeAt(i);
			if (this.#escape > 1) {
				const letter = (c | 32) - 87;
				const digit = c < 58 ? c - 48 : letter > 9 ? letter : -1;
				if (digit < 0 || digit > 15) break;
				this.#code = (this.#code * 16 + digit) & 0xffff;
				if (++this.#escape < 6) continue;
				piece += String.fromCharCode(this.#code);
				this.#escape = 0;
			} else if (this.#escape) {
				this.#escape = 2;
				if (c === 117) continue;
				const plain = '"\\/\b\f\n\r\t'['"\\/bfnrt'.indexOf(text[i]!)];
				if (!plain) break;
				piece += plain;
				this.#escape = 0;
			} else if (c === BACKSLASH) this.#escape = 1;
			else {
				const start = i;
				while (c > 31 && c !== QUOTE && c !== BACKSLASH && ++i < text.length) c = text.charCodeAt(i);
				if (i === start) break;
				piece += text.slice(start, i--);
			}
		}
		if (piece && !this.#skipped) {
			// Once for each fragment: the string is a rope, and its nodes are what the garbage collector pays for.
			this.#text += piece;
			this.#changed ||= this.#state === IN_STRING;
		}
		if (i === text.length) return i;
		if (c !== QUOTE || this.#escape) this.#freeze();
		else if (this.#skipped) this.#state = COMMA_OR_END;
		else if (this.#state === IN_STRING) this.#add(this.#text);
		else {
			setKey(this.#open.at(-1)!, this.#text);
			this.#state = COLON;
		}
		return i;
	}

	/** Takes a character outside strings; false where none such may come. */
	#next(c: number): boolean {
		if (this.#state === IN_NUMBER) {
			if (this.#number.push(c)) {
				this.#changed ||= c > 47 && c < 58;
				return true;
			}
			if (!this.#number.complete) return false;
			if (this.#add(this.#number.value)) return true;
		}
		const state = this.#state;
		if (state === IN_WORD) {
			if (c !== this.#text.charCodeAt(this.#code++)) return false;
			if (this.#code === this.#text.length) {
				this.#changed = true;
				this.#add(this.#text === "null" ? null : this.#text === "true");
			}
			return true;
		}
		if (c === 32 || c === 10 || c === 13 || c === 9) return true;
		const opens = (c | 32) === 123; // [ and {
		const closes = (c | 32) === 125; // ] and }
		if (this.#skipped) {
			if (c === QUOTE) this.#state = IN_STRING;
			else this.#skipped += +opens - +closes;
			return true;
		}
		const top = this.#open.at(-1);
		if (closes) {
			if (state === VALUE || state >= NAME || !top || top.list !== (c === 93)) return false;
			this.#open.pop();
			this.#cost -= top.cost;
			this.#add(this.#changed ? top.members : top.shown);
		} else if (state === COMMA_OR_END) {
			if (c !== 44) return false;
			this.#state = top!.list ? VALUE : NAME;
		} else if (state === COLON) {
			if (c !== 58) return false;
			this.#state = VALUE;
		} else if (c === QUOTE) {
			this.#text = "";
			this.#state = state < NAME_OR_END ? IN_STRING : IN_NAME;
			this.#changed ||= state < NAME_OR_END;
		} else if (state >= NAME_OR_END) return false;
		else if (opens) {
			const container = openContainer(c === 91);
			this.#changed = true;
			if (this.#open.length < this.#depth) {
				this.#open.push(container);
				this.#cost += container.cost;
				this.#state = container.list ? VALUE_OR_END : NAME_OR_END;
			} else {
				this.#skipped = 1;
				this.#add(container.members);
			}
		} else if (WORDS[c]) {
			this.#text = WORDS[c];
			this.#code = 1;
			this.#state = IN_WORD;
		} else {
			this.#number = new JsonNumber();
			this.#state = IN_NUMBER;
			return this.#next(c);
		}
		return true;
	}

	/** Ends a value, which is no change to show: all of it was there. True where it is the top-level value. */
	#add(value: unknown): boolean {
		const top = this.#open.at(-1);
		this.#state = top ? COMMA_OR_END : OVER;
		if (top) this.#cost += addMember(top, value);
		else {
			this.#last = value;
			this.#changed = false;
		}
		return !top;
	}

	#freeze(): void {
		this.#credit = Infinity;
		this.snapshot();
		this.#state = OVER;
	}
}
