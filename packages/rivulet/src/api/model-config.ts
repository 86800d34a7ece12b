import type { ProviderChunk } from "../stream/provider-chunk.ts";
import type { ApiKey, Clock, FetchLike, Limits, OnRecord, RetryPolicy, Timeouts } from "../wire/types.ts";
import type { InputKind } from "./model.ts";

/** What every factory takes. */
export interface ModelConfig<Compat> {
	/** The model's id, as the provider spells it. */
	model: string;
	/** Where the API is. Default: the provider's own address. */
	baseUrl?: string;
	/** A string, or a function that is asked for every request. Without it no auth header is sent. */
	apiKey?: ApiKey;
	/** The provider's name, as it stands on messages. Default: the owner of the protocol. */
	provider?: string;
	/** Default: the global `fetch`. */
	fetch?: FetchLike;
	/** Sent with every request; `null` deletes a header that would be sent. */
	headers?: { [name: string]: string | null };
	/** How this server differs. */
	compat?: Compat;
	timeouts?: Timeouts;
	retry?: RetryPolicy;
	limits?: Limits;
	/** Default: the real clock. */
	clock?: Clock;
	/** For jitter, a number from 0 to 1. Default `Math.random`. */
	random?: () => number;
	/** The tap: redacted bytes and times of every attempt, failed ones too. */
	onRecord?: OnRecord;
	/** Sees each fact as it is read from the wire, those of failed attempts too. */
	onChunk?: (chunk: ProviderChunk, attempt: number) => void;
	/** Kinds of content that the model takes. Default: text, images and files. */
	input?: InputKind[];
	reasoning?: boolean;
	contextWindow?: number;
	maxOutput?: number;
}

/** The real clock. */
export const systemClock: Clock = {
	now: () => Date.now(),
	setTimeout: (run, ms) => setTimeout(run, ms),
	clearTimeout: (handle) => clearTimeout(handle as Parameters<typeof clearTimeout>[0]),
};

/** Default of `limits.bytes`. */
export const defaultMaxBytes = 64 * 1024 * 1024;

/** Looked up at each call, so that a `fetch` that is replaced later counts. */
export const globalFetch: FetchLike = (url, init) => globalThis.fetch(url, init);
