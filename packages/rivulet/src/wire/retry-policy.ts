import type { ModelError } from "../message/model-error.ts";
import type { RetryPolicy } from "./types.ts";

/** What holds where the caller says nothing. The numbers are those of the OpenAI and Anthropic clients. */
export const defaultRetry: Required<RetryPolicy> = {
	attempts: 2,
	baseMs: 500,
	maxMs: 8_000,
	maxWaitMs: 60_000,
};

/** How much of our own wait may be taken off, so that clients that failed together don't come back together. */
const jitter = 0.25;

/**
 * How long to wait before a request is sent again, in milliseconds; `undefined` where it must not be: the error is not
 * retryable, the repeats are used up, or the server asks for a longer wait than the caller allows.
 *
 * What the server asks for is never cut short. Without it the wait doubles from `baseMs` up to `maxMs`, less up to a
 * quarter at random. A server that asks for 0 has not said how long its trouble lasts: our own wait holds.
 *
 * @param repeat 1 is the first repeat
 * @param random gives numbers from 0 up to 1
 */
export function retryDelay(
	error: ModelError,
	repeat: number,
	policy: Required<RetryPolicy>,
	random: () => number,
): number | undefined {
	const { retryAfterMs = 0 } = error;
	if (!error.retryable || repeat > policy.attempts || retryAfterMs > policy.maxWaitMs) return undefined;
	// 0 * Infinity is no number.
	const own = Math.min(policy.maxMs, policy.baseMs * 2 ** (repeat - 1)) || 0;
	return retryAfterMs || Math.round(own * (1 - jitter * random()));
}

/**
 * The error with `retryAt`, where the server asks for a longer wait than the caller allows: it is reported at once
 * instead of slept through.
 *
 * @param now milliseconds since 1970
 */
export function withRetryAt(
	error: ModelError,
	{ maxWaitMs }: Required<RetryPolicy>,
	now: number,
): ModelError {
	const { retryAfterMs = 0 } = error;
	return retryAfterMs > maxWaitMs ? { ...error, retryAt: now + retryAfterMs } : error;
}
