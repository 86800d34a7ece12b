/**
 * Reads server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream):
 * lines end at LF, CR or CRLF, wherever the text is cut; comments and the fields `id` and `retry` are passed over;
 * several `data:` lines of a record are joined by LF. Differing from a browser, a record whose data is empty is given
 * out too, and so are lines that are bare JSON, which some servers write for an error.
 *
 * The time is linear in the text: a line that is not whole is kept as it came and never searched again.
 */
export class SseReader {
	readonly #onRecord: (data: string, event: string | undefined) => void;
	readonly #onBareJson: (text: string) => void;
	/** The beginning of a line whose end has not come. */
	#rest = "";
	/** The last piece ended in CR, so that an LF at the start of the next one belongs to it. */
	#afterCr = false;
	#data: string | undefined;
	#event: string | undefined;
	#bare: string | undefined;

	/**
	 * @param onRecord a record that its blank line has closed
	 * @param onBareJson lines outside of any record that begin like JSON
	 */
	constructor(
		onRecord: (data: string, event: string | undefined) => void,
		onBareJson: (text: string) => void = () => {},
	) {
		this.#onRecord = onRecord;
		this.#onBareJson = onBareJson;
	}

	push(text: string): void {
		let start = 0;
		if (this.#afterCr && text !== "") {
			this.#afterCr = false;
			if (text.charCodeAt(0) === LF) start = 1;
		}
		if (text.indexOf("\r") >= 0) return this.#pushWithCr(text, start);
		for (;;) {
			const end = text.indexOf("\n", start);
			if (end < 0) break;
			if (this.#rest !== "") this.#line(this.#takeRest(text.slice(start, end)));
			else if (end === start) this.#close();
			else if (text.startsWith("data:", start)) this.#addData(text, start + 5, end);
			else this.#line(text.slice(start, end));
			start = end + 1;
		}
		if (start < text.length) this.#rest += start === 0 ? text : text.slice(start);
	}

	/**
	 * The body has ended.
	 * @returns the data of a record that no blank line has closed
	 */
	end(): { data: string; event: string | undefined } | undefined {
		if (this.#rest !== "") this.#line(this.#takeRest(""));
		this.#closeBare();
		return this.#data === undefined ? undefined : { data: this.#data, event: this.#event };
	}

	/** The same with CR about, which is rare enough to be looked for apart. */
	#pushWithCr(text: string, from: number): void {
		let start = from;
		let lf = text.indexOf("\n", start);
		let cr = text.indexOf("\r", start);
		while (lf >= 0 || cr >= 0) {
			const atCr = cr >= 0 && (lf < 0 || cr < lf);
			const end = atCr ? cr : lf;
			this.#line(this.#takeRest(text.slice(start, end)));
			start = end + 1;
			if (atCr) {
				if (start === text.length) this.#afterCr = true;
				else if (text.charCodeAt(start) === LF) start++;
			}
			if (lf >= 0 && lf < start) lf = text.indexOf("\n", start);
			if (cr >= 0 && cr < start) cr = text.indexOf("\r", start);
		}
		if (start < text.length) this.#rest += text.slice(start);
	}

	#takeRest(tail: string): string {
		const line = this.#rest + tail;
		this.#rest = "";
		return line;
	}

	#line(line: string): void {
		if (line === "") return this.#close();
		if (line.startsWith("data:")) return this.#addData(line, 5, line.length);
		if (this.#bare !== undefined) this.#bare += `\n${line}`;
		else if (line.startsWith("event:")) this.#event = line.slice(line.charCodeAt(6) === SPACE ? 7 : 6);
		else if (line === "data") this.#addData("", 0, 0);
		else if (/^\s*[[{]/.test(line)) this.#bare = line;
	}

	#addData(line: string, from: number, end: number): void {
		const start = line.charCodeAt(from) === SPACE && from < end ? from + 1 : from;
		const value = line.slice(start, end);
		this.#data = this.#data === undefined ? value : `${this.#data}\n${value}`;
		if (this.#bare !== undefined) this.#closeBare();
	}

	#close(): void {
		if (this.#bare !== undefined) this.#closeBare();
		const data = this.#data;
		const event = this.#event;
		this.#data = undefined;
		this.#event = undefined;
		if (data !== undefined) this.#onRecord(data, event);
	}

	#closeBare(): void {
		const bare = this.#bare;
		this.#bare = undefined;
		if (bare !== undefined) this.#onBareJson(bare);
	}
}

const LF = 10;
const SPACE = 32;
