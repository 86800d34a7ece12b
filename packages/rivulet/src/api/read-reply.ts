import type { ProviderChunk, ProviderDecoder } from "../stream/provider-chunk.ts";
import { type ExchangeSetting, exchange } from "../wire/exchange.ts";
import type { WireRequest } from "../wire/types.ts";

export interface ReplyReader {
	/** Takes one fact. Throws where it ends the reply. */
	take(chunk: ProviderChunk): void;
	/** The record that the next facts come from. */
	at(record: number): void;
	/** A finish reason was seen. */
	readonly finished: boolean;
}

/** Sends a request and hands on what the decoder reads, record by record, until the body ends. */
export async function readReply(
	request: WireRequest,
	setting: ExchangeSetting,
	signal: AbortSignal,
	decoder: ProviderDecoder,
	reader: ReplyReader,
): Promise<void> {
	const give = (chunks: ProviderChunk[]): void => {
		for (const chunk of chunks) reader.take(chunk);
	};
	await exchange(request, setting, signal, {
		payload(value, event, record) {
			reader.at(record);
			give(decoder.push(value, event));
			if (value === "[DONE]") setting.life.drain();
		},
		deviate: (deviation) => reader.take(deviation),
		get finished() {
			return reader.finished;
		},
	});
	if (!signal.aborted) give(decoder.end());
}
