/** A record of an event stream as it came: the lines up to an empty one. */
export interface RawRecord {
	/** When its last byte came, on the clock of the pieces. */
	at: number;
	/** Its bytes, line ends and the empty line included. */
	size: number;
	/** Its lines. */
	text: string;
}

const cr = 13;
const lf = 10;

/**
 * Cuts a body into the records of an event stream (https://html.spec.whatwg.org/multipage/server-sent-events.html),
 * and reads nothing into them. Lines end in CR, LF or CRLF; of a pair that is cut in two, the LF counts
 * to the record that it follows. What is no event stream is one record.
 */
export function rawRecords(emit: (record: RawRecord) => void) {
	let parts: Uint8Array[] = [];
	let ended: RawRecord | undefined;
	let lineIsEmpty = true;
	let afterCr = false;
	let lastAt = 0;

	function take(at: number): RawRecord | undefined {
		const bytes = Buffer.concat(parts);
		parts = [];
		return bytes.length > 0 ? { at, size: bytes.length, text: bytes.toString().trimEnd() } : undefined;
	}

	function release(): void {
		if (ended) emit(ended);
		ended = undefined;
	}

	return {
		push(bytes: Uint8Array, at: number): void {
			let from = 0;
			for (const [index, byte] of bytes.entries()) {
				const isSecondHalf = byte === lf && afterCr;
				afterCr = byte === cr;
				if (isSecondHalf) {
					if (ended) {
						ended.size++;
						from = index + 1;
					}
					continue;
				}
				release();
				const isEnd = byte === lf || byte === cr;
				if (isEnd && lineIsEmpty) {
					parts.push(bytes.subarray(from, index + 1));
					from = index + 1;
					ended = take(at);
				}
				lineIsEmpty = isEnd;
			}
			if (from < bytes.length) parts.push(bytes.subarray(from));
			// An LF may still follow a CR.
			if (!afterCr) release();
			lastAt = at;
		},
		end(): void {
			release();
			const rest = take(lastAt);
			if (rest) emit(rest);
			lineIsEmpty = true;
			afterCr = false;
		},
	};
}
