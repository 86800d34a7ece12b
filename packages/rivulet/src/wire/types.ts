import type { ModelError } from "../message/model-error.ts";

/** Time and timers. Give your own to make a test deterministic. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Returns a handle for `clearTimeout`. */
	setTimeout(run: () => void, ms: number): unknown;
	clearTimeout(handle: unknown): void;
}

/** `fetch` as far as it is used here. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** A key, or a function that is asked once for every request. */
export type ApiKey = string | (() => string | Promise<string>);

/** Milliseconds; 0 switches a clock off. */
export interface Timeouts {
	/** From the start of a request to its response headers. Default 30,000. */
	connect?: number;
	/** From the start of a request to its first payload. Default 600,000. */
	firstEvent?: number;
	/** Between two payloads. Comments and pings are no progress. Default 120,000. */
	idle?: number;
	/** The whole call, repeats and waits included. Default 0: off. */
	total?: number;
}

/** When a request is repeated unseen: only while nothing has been delivered. */
export interface RetryPolicy {
	/** How many repeats at most; 0 is none. Default 2. */
	attempts?: number;
	/** The first wait, doubled for each further one and jittered. Default 500 ms. */
	baseMs?: number;
	/** The longest wait of our own. Default 8,000 ms. */
	maxMs?: number;
	/** The longest wait that a server may ask for; beyond it the call fails at once with `retryAt`. Default 60,000 ms. */
	maxWaitMs?: number;
}

export interface Limits {
	/** The most bytes that one reply may have. Default 64 MiB. */
	bytes?: number;
}

/**
 * One entry of the tap: redacted bytes and times of every attempt, failed ones too. `at` is in milliseconds since the
 * start of the call, `attempt` counts from 1. A piece may come a little late: its tail is held back as long as it may
 * be the beginning of a secret. Joined, the pieces are the body with its secrets replaced.
 */
export type WireRecord = { attempt: number; at: number } & (
	| { type: "request"; url: string; method: string; headers: Record<string, string>; body: string }
	| { type: "response"; status: number; headers: Record<string, string> }
	| { type: "bytes"; bytes: Uint8Array }
	| { type: "end" }
	| { type: "failure"; error: ModelError }
);

export type OnRecord = (record: WireRecord) => void;

/** One HTTP request, ready to be sent. */
export interface WireRequest {
	url: string;
	headers: Record<string, string>;
	/** Serialised JSON. */
	body: string;
}
