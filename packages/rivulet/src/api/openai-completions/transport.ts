import type { ProviderChunk, ProviderTransport } from "../../stream/provider-chunk.ts";
import { modelErrorOf } from "../../wire/call-failure.ts";
import { endpointUrl } from "../../wire/endpoint-url.ts";
import { Lifetime } from "../../wire/lifetime.ts";
import { createRedactor } from "../../wire/redact.ts";
import type { ApiKey, Clock, FetchLike } from "../../wire/types.ts";
import { defaultMaxBytes, globalFetch, systemClock } from "../model-config.ts";
import { readReply } from "../read-reply.ts";
import type { CompletionsCompat } from "./compat.ts";
import { createDecoder } from "./decoder.ts";

export interface CompletionsTransportConfig {
	baseUrl: string;
	/** A string, or a function that is asked for every request. */
	apiKey?: ApiKey;
	/** Default: the global `fetch`. */
	fetch?: FetchLike;
	compat?: CompletionsCompat;
	/** Default: the real clock. */
	clock?: Clock;
}

/**
 * Chat Completions as a bare transport for `providerModel`: it takes a request body and gives the facts of the reply.
 * The key is held here alone. A failure comes as a chunk of type `error`; nothing is repeated.
 * @throws {TypeError} where `baseUrl` is no address
 */
export function openAICompletionsTransport(config: CompletionsTransportConfig): ProviderTransport {
	const url = endpointUrl(config.baseUrl, "chat/completions");
	const clock = config.clock ?? systemClock;
	return {
		async *stream(request, { signal }) {
			let chunks: ProviderChunk[] = [];
			let wake = (): void => {};
			let open = true;
			let finished = false;
			const life = new Lifetime(clock, {}, signal);
			let secrets: string[] = [];
			const take = (chunk: ProviderChunk): void => {
				finished ||= chunk.type === "finish";
				chunks.push(chunk);
				wake();
			};
			const run = async (signal: AbortSignal): Promise<void> => {
				const key = typeof config.apiKey === "function" ? await config.apiKey() : config.apiKey;
				if (key) secrets = [key];
				const headers: Record<string, string> = {
					"content-type": "application/json",
					accept: "text/event-stream",
				};
				if (key) headers.authorization = `Bearer ${key}`;
				const setting = {
					fetch: config.fetch ?? globalFetch,
					clock,
					maxBytes: defaultMaxBytes,
					life,
					tap: undefined,
					onResponse: () => life.connected(),
				};
				const reader = {
					take,
					at() {},
					get finished() {
						return finished;
					},
				};
				await readReply(
					{ url, headers, body: JSON.stringify(request) },
					setting,
					signal,
					createDecoder(config.compat),
					reader,
				);
			};
			life
				.attempt(run)
				.catch((thrown) =>
					take({ type: "error", error: createRedactor(secrets).error(modelErrorOf(thrown)) }),
				)
				.finally(() => {
					open = false;
					life.close();
					wake();
				});
			try {
				for (;;) {
					const batch = chunks;
					chunks = [];
					yield* batch;
					if (chunks.length > 0) continue;
					if (!open) return;
					await new Promise<void>((resolve) => {
						wake = resolve;
					});
				}
			} finally {
				// A reader that leaves early ends the request.
				life.abort();
			}
		},
	};
}
