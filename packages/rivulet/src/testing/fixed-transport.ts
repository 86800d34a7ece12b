import type { ProviderChunk, ProviderTransport } from "../stream/provider-chunk.ts";

export interface FixedTransport<Request = unknown> extends ProviderTransport<Request> {
	/** Every request that was made, the first first. */
	readonly requests: Request[];
}

/**
 * A transport that gives the same chunks for every request, for tests of what stands on `providerModel`. It stops when
 * its signal is aborted.
 */
export function fixedTransport<Request = unknown>(chunks: Iterable<ProviderChunk>): FixedTransport<Request> {
	const all = [...chunks];
	const requests: Request[] = [];
	return {
		requests,
		async *stream(request, { signal }) {
			requests.push(request);
			for (const chunk of all) {
				if (signal.aborted) return;
				yield chunk;
			}
		},
	};
}
