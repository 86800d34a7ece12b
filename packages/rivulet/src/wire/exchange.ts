import { CallFailure, failure, networkFailure } from "./call-failure.ts";
import { classifyReply } from "./classify.ts";
import type { Lifetime } from "./lifetime.ts";
import { type PayloadSink, ReplyBody } from "./reply-body.ts";
import type { AttemptTap } from "./tap.ts";
import type { Clock, FetchLike, WireRequest } from "./types.ts";
import { Utf8Decoder } from "./utf8-decoder.ts";

/** The most characters of an error reply that are read. */
const errorBodyLength = 64 * 1024;

export interface ExchangeSetting {
	fetch: FetchLike;
	clock: Clock;
	/** The most bytes that a reply may have. */
	maxBytes: number;
	life: Lifetime;
	tap: AttemptTap | undefined;
	/** The response headers are here. */
	onResponse(status: number, headers: Headers): void;
}

/**
 * Sends one request and reads its reply into the sink. Resolves at the end of the body.
 * @throws {CallFailure} where the request fails, or the reply is none
 */
export async function exchange(
	request: WireRequest,
	setting: ExchangeSetting,
	signal: AbortSignal,
	sink: PayloadSink,
): Promise<void> {
	const { tap } = setting;
	// Made while there is time: between the headers and the first event there is none.
	const body = new ReplyBody(sink);
	let response: Response;
	try {
		// A redirect would turn the POST into a GET, or carry the key elsewhere.
		const init = {
			method: "POST",
			headers: request.headers,
			body: request.body,
			redirect: "manual",
			signal,
		} as const;
		response = await setting.fetch(request.url, init);
	} catch (error) {
		throw networkFailure(error);
	}
	if (signal.aborted) return void response.body?.cancel().catch(() => {});
	tap?.response(response.status, response.headers);
	setting.onResponse(response.status, response.headers);
	if (!response.ok) throw await errorReply(response, setting, signal);

	body.typed(response.headers.get("content-type"));
	if (response.body) await readAll(response.body, setting, signal, body, sink);
	if (signal.aborted) return;
	if (body.empty) throw failure("stream_truncated", "The body of the reply was empty", true);
	tap?.end();
	body.end();
}

async function readAll(
	stream: ReadableStream<Uint8Array>,
	{ life, tap, maxBytes }: ExchangeSetting,
	signal: AbortSignal,
	body: ReplyBody,
	sink: PayloadSink,
): Promise<void> {
	let bytes = 0;
	await eachPiece(
		stream,
		signal,
		(piece) => {
			bytes += piece.length;
			if (bytes > maxBytes) throw failure("protocol", `The reply has more than ${maxBytes} bytes`);
			tap?.bytes(piece);
			const { records } = body;
			body.push(piece);
			if (body.records > records) life.progressed();
			if (sink.finished) life.finished();
			return true;
		},
		(error) => {
			// Nothing is missing from a reply whose finish was seen.
			if (!sink.finished) throw networkFailure(error);
		},
	);
}

async function errorReply(
	response: Response,
	{ clock, tap }: ExchangeSetting,
	signal: AbortSignal,
): Promise<CallFailure> {
	const utf8 = new Utf8Decoder();
	let body = "";
	const take = (piece: Uint8Array): boolean => {
		tap?.bytes(piece);
		body += utf8.push(piece);
		return body.length < errorBodyLength;
	};
	// Where the body can't be read, the status alone says enough.
	if (response.body) await eachPiece(response.body, signal, take, () => {});
	tap?.end();
	return new CallFailure(
		classifyReply({ status: response.status, headers: response.headers, body }, clock.now()),
	);
}

/** Reads a body until it ends, `take` has enough, or the signal is aborted; what is left of it is then cancelled. */
async function eachPiece(
	stream: ReadableStream<Uint8Array>,
	signal: AbortSignal,
	take: (piece: Uint8Array) => boolean,
	onError: (error: unknown) => void,
): Promise<void> {
	const reader = stream.getReader();
	// A body that ignores the signal is cancelled by hand, and must not be waited for: its cancel may never settle.
	const cancel = (): void => void reader.cancel().catch(() => {});
	signal.addEventListener("abort", cancel, { once: true });
	try {
		for (;;) {
			let piece: ReadableStreamReadResult<Uint8Array>;
			try {
				piece = await reader.read();
			} catch (error) {
				if (!signal.aborted) onError(error);
				return;
			}
			if (piece.done || signal.aborted) return;
			if (!take(piece.value)) return cancel();
		}
	} catch (error) {
		cancel();
		throw error;
	} finally {
		signal.removeEventListener("abort", cancel);
	}
}
