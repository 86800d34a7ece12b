/**
 * What kind of failure ended a call. Status and code of the provider decide first, its wording last.
 *
 * | kind | meaning |
 * |---|---|
 * | `rate_limit` | too many requests or tokens just now; waiting helps |
 * | `quota` | the account's money or plan is used up; waiting does not help |
 * | `auth` | the key is missing, wrong or expired |
 * | `permission` | the key is good, but not for this |
 * | `not_found` | no such model or address |
 * | `invalid_request` | the request can never pass as it is |
 * | `overflow` | the prompt is larger than the model's window |
 * | `overloaded` | the provider has no capacity just now |
 * | `server` | the provider failed |
 * | `network` | fetch, the socket or a custom transport failed |
 * | `timeout` | one of our clocks, or the provider's own time limit, ran out |
 * | `stream_truncated` | the body ended before the reply did |
 * | `protocol` | a payload that the protocol does not allow |
 * | `content_filter` | refused or blocked by the provider |
 * | `malformed_output` | the model wrote a broken call or output |
 * | `internal` | this library or a hook of the caller threw |
 * | `aborted` | the caller's signal or `cancel()` |
 */
export const errorKinds = [
	"rate_limit",
	"quota",
	"auth",
	"permission",
	"not_found",
	"invalid_request",
	"overflow",
	"overloaded",
	"server",
	"network",
	"timeout",
	"stream_truncated",
	"protocol",
	"content_filter",
	"malformed_output",
	"internal",
	"aborted",
] as const;

export type ErrorKind = (typeof errorKinds)[number];

/** Why a call failed: plain JSON, saved on the message, free of secrets. */
export interface ModelError {
	kind: ErrorKind;
	message: string;
	/** HTTP status, where there was a reply. */
	status?: number;
	/** The provider's own code or type. */
	code?: string;
	requestId?: string;
	/** The same request, sent again in whole, may succeed. Never: a second answer may be joined to a first one. */
	retryable: boolean;
	/** How long the provider asks to wait, in milliseconds. */
	retryAfterMs?: number;
	/** The same as a point in time (milliseconds since 1970), where the wait is longer than the caller allows. */
	retryAt?: number;
	/** Overflow: the size of the window in tokens, where the provider says it. */
	limit?: number;
	/** Overflow: the size that was asked for in tokens, where the provider says it. */
	requested?: number;
}

/** The one error that is the caller's own doing. */
export function abortedError(): ModelError {
	return { kind: "aborted", message: "Request was aborted", retryable: false };
}
