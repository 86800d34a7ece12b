import type { ProviderChunk } from "../stream/provider-chunk.ts";
import { CallFailure, failure } from "./call-failure.ts";
import { classifyErrorObject } from "./classify.ts";
import { pageWords } from "./page-words.ts";
import { parseJson } from "./parse-json.ts";
import { SseReader } from "./sse-reader.ts";
import { Utf8Decoder } from "./utf8-decoder.ts";

/** What reads the payloads of one reply. */
export interface PayloadSink {
	/** `record` counts from 1. Throws where the payload ends the reply. */
	payload(value: unknown, event: string | undefined, record: number): void;
	/** Whether anything that ends a reply has come. */
	readonly finished: boolean;
	deviate(deviation: Extract<ProviderChunk, { type: "deviation" }>): void;
}

/** Text in a `data:` that keeps a connection alive and says nothing. */
const keepAlive = /^(?::.*|ping|pong|heartbeat|keep[-_ ]?alive|(?:[a-z]+ )?processing)?$/i;

/** How much of a payload that can't be read is quoted. */
const quoted = 200;

/**
 * The body of a reply with status 200, whatever it turns out to be: it looks at the content type and the first byte
 * before it reads. An event stream is read record by record; a JSON reply is read whole; an HTML page is an error.
 */
export class ReplyBody {
	readonly #sink: PayloadSink;
	readonly #utf8 = new Utf8Decoder();
	readonly #sse: SseReader;
	#kind: "unknown" | "sse" | "json" | "html" = "unknown";
	#record = 0;
	#text = "";
	/** Whether any byte came. */
	empty = true;

	constructor(sink: PayloadSink) {
		this.#sink = sink;
		this.#sse = new SseReader(
			(data, event) => this.#data(data, event),
			(bare) => this.#bareJson(bare),
		);
	}

	/** What the headers say of it. The first byte has a say too, since many servers name no or a wrong type. */
	typed(contentType: string | null): void {
		if (contentType && /\bhtml\b/i.test(contentType)) this.#kind = "html";
	}

	/** Payloads read so far. */
	get records(): number {
		return this.#record;
	}

	push(bytes: Uint8Array): void {
		if (bytes.length > 0) this.empty = false;
		this.#read(this.#utf8.push(bytes));
	}

	/** The body has ended. */
	end(): void {
		this.#read(this.#utf8.end());
		if (this.#kind === "html") {
			throw failure("protocol", `The server sent an HTML page instead of a reply: ${pageWords(this.#text)}`);
		}
		if (this.#kind === "json") return this.#wholeJson();
		const last = this.#sse.end();
		if (!last) return;
		// The blank line that closes a record is missing: what is whole all the same is taken, a half one is not.
		if (last.data === "[DONE]" || parseJson(last.data) !== undefined) {
			this.#sink.deviate({ type: "deviation", name: "no-final-blank-line", at: this.#record + 1 });
			this.#data(last.data, last.event);
		} else if (!keepAlive.test(last.data.trim())) {
			this.#sink.deviate({ type: "deviation", name: "cut-record", at: this.#record + 1 });
		}
	}

	#read(text: string): void {
		if (this.#kind === "sse") return this.#sse.push(text);
		this.#text += text;
		if (this.#kind === "unknown") {
			const first = /\S/.exec(this.#text)?.[0];
			if (first === undefined) return;
			this.#kind = first === "{" || first === "[" ? "json" : first === "<" ? "html" : "sse";
			if (this.#kind === "sse") {
				this.#sse.push(this.#text);
				this.#text = "";
			}
		}
	}

	#data(data: string, event: string | undefined): void {
		const record = ++this.#record;
		// All payloads but the marker are objects or lists.
		const first = data.charCodeAt(0);
		if (first !== 0x7b && first !== 0x5b) {
			if (keepAlive.test(data.trim())) {
				return this.#sink.deviate({ type: "deviation", name: "keep-alive-data", at: record });
			}
		} else if (data === "[DONE]") return this.#sink.payload(data, event, record);
		let value: unknown;
		try {
			value = JSON.parse(data);
		} catch {
			if (data.trim() === "[DONE]") return this.#sink.payload("[DONE]", event, record);
			throw failure("protocol", `Invalid provider chunk: record ${record} is not JSON: ${excerpt(data)}`);
		}
		this.#sink.payload(value, event, record);
	}

	#bareJson(text: string): void {
		const value = parseJson(text);
		if (typeof value !== "object" || value === null || !("error" in value)) return;
		this.#sink.deviate({ type: "deviation", name: "error-outside-sse", at: this.#record + 1 });
		throw new CallFailure(classifyErrorObject(value.error));
	}

	#wholeJson(): void {
		const value = parseJson(this.#text);
		if (value === undefined) throw failure("protocol", `The reply is not valid JSON: ${excerpt(this.#text)}`);
		for (const payload of Array.isArray(value) ? value : [value])
			this.#sink.payload(payload, undefined, ++this.#record);
		this.#sink.deviate({ type: "deviation", name: "json-body", at: 1 });
		if (!this.#sink.finished) {
			throw failure("protocol", `The reply is JSON, but not a whole answer: ${excerpt(this.#text)}`);
		}
		this.#sink.payload("[DONE]", undefined, this.#record);
	}
}

function excerpt(text: string): string {
	const line = text.trim();
	return line.length > quoted ? `${line.slice(0, quoted)}…` : line;
}
