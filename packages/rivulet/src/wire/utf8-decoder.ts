/** One for all, since it keeps no state and is dear to make. */
let shared: TextDecoder | undefined;

/**
 * Decodes UTF-8 that is cut anywhere. Whole pieces go through a decoder that keeps no state, which is several times
 * faster than `decode(piece, { stream: true })` in Node; only a character that a piece ends in is carried over.
 * Invalid bytes become U+FFFD, and a byte order mark at the very beginning is dropped.
 */
export class Utf8Decoder {
	#carry: Uint8Array | undefined;
	#begun = false;

	/** @returns the text that is complete so far */
	push(piece: Uint8Array): string {
		let bytes = piece;
		if (this.#carry) {
			bytes = new Uint8Array(this.#carry.length + piece.length);
			bytes.set(this.#carry);
			bytes.set(piece, this.#carry.length);
			this.#carry = undefined;
		}
		const whole = wholeLength(bytes);
		if (whole < bytes.length) {
			this.#carry = bytes.slice(whole);
			bytes = bytes.subarray(0, whole);
		}
		return bytes.length === 0 ? "" : this.#text(bytes);
	}

	/** @returns what is left of a character that was cut by the end of the body */
	end(): string {
		const carry = this.#carry;
		this.#carry = undefined;
		return carry ? this.#text(carry) : "";
	}

	#text(bytes: Uint8Array): string {
		shared ??= new TextDecoder("utf-8", { ignoreBOM: true });
		const text = shared.decode(bytes);
		if (this.#begun) return text;
		this.#begun = true;
		return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
	}
}

/** The length of the bytes without a character that their end cuts off. */
function wholeLength(bytes: Uint8Array): number {
	const { length } = bytes;
	for (let back = 1; back <= 3 && back <= length; back++) {
		const byte = bytes[length - back] as number;
		if (byte < 0x80) return length;
		if (byte >= 0xc0) {
			const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
			return size > back ? length - back : length;
		}
	}
	return length;
}
