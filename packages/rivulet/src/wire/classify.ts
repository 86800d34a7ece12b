import { defined } from "../message/defined.ts";
import type { ErrorKind, ModelError } from "../message/model-error.ts";
import { type ErrorFacts, errorFacts } from "./error-facts.ts";
import { find, general, quotaGone, words } from "./error-table.ts";
import { overflowSize } from "./overflow-size.ts";
import { pageWords } from "./page-words.ts";
import { retryAfterMs } from "./retry-after.ts";

/** The most characters that a message may have. */
const messageLimit = 1_000;

/** The most characters of a code or an id. */
const shortLimit = 200;

interface Headers {
	get(name: string): string | null;
}

/**
 * Classifies an HTTP reply whose status is not 2xx. Status and codes decide first, words last: 429 is never an
 * overflow, and no words make a 4xx retryable.
 *
 * @param reply `body` is the text of the body, cut to a bound by the caller
 * @param now milliseconds since 1970, for a `Retry-After` date without a `Date`
 */
export function classifyReply(
	reply: { status: number; headers: Headers; body: string },
	now: number,
): ModelError {
	const { status, headers } = reply;
	const header = (name: string): string | null => headers.get(name);
	// An error in reply to a request for a stream may come as a record of one.
	const body = reply.body.trim().replace(/^(event:[^\n]*\n)?data:/, "");
	// A proxy that finds a request too large knows nothing of tokens.
	const vague = status === 413 ? /^[^[{]/ : /^</;
	const facts = errorFacts(vague.test(body) ? "" : body);
	const type = header("x-amzn-errortype");
	if (type) facts.codes.push(type.replace(/:.*/, ""));
	facts.status = status;
	facts.retryAfterMs = retryAfterMs(headers, now) ?? facts.retryAfterMs;
	facts.requestId =
		header("x-request-id") ||
		header("request-id") ||
		header("x-amzn-requestid") ||
		facts.requestId ||
		header("cf-ray");

	let said = facts.message;
	// No words, or JSON of an unknown shape.
	if (/^([[{]|$)/.test(said)) {
		const told = said || pageWords(body) || header("location");
		said = `HTTP ${status}${told ? `: ${told}` : " with an empty body"}`;
	}
	const error = toError(facts, said);
	// OpenAI and Anthropic say outright what they think of a repeat.
	const advice = header("x-should-retry");
	error.retryable = advice === "true" || (error.retryable && advice !== "false");
	return error;
}

/**
 * Classifies an error object found inside a 200 stream or JSON body: `{message, type, code, status, ...}`, a bare string,
 * or anything else. A `code` or `status` in it that is an HTTP status counts as one. An error that says nothing of its
 * cause is the provider's, and may pass: the request had been accepted.
 *
 * @param status the status that the error stands for, where the caller knows it
 */
export function classifyErrorObject(error: unknown, status = 0): ModelError {
	const facts = errorFacts(error);
	if (status >= 400) facts.status = status;
	return toError(facts, facts.message || facts.codes[0] || "Unknown error");
}

function toError(facts: ErrorFacts, said: string): ModelError {
	const kind = kindOf(facts);
	// Not through a surrogate pair.
	const cut = said.slice(0, messageLimit - 1).replace(/[\ud800-\udbff]$/, "");
	const message = said.length > messageLimit ? `${cut}…` : said;
	const { codes, limit, requested, ...rest } = { ...overflowSize(message), ...facts };
	return defined<ModelError>({
		...rest,
		...(kind === "overflow" && { limit, requested }),
		kind,
		message,
		retryable: /rate|load|server|time/.test(kind),
		code: codes[0]?.slice(0, shortLimit),
		requestId: facts.requestId?.slice(0, shortLimit),
	});
}

function kindOf({ status, codes, message, retryAfterMs }: ErrorFacts): ErrorKind {
	// The words of "insufficient_quota" and "RateLimitReached".
	const code = [status, ...codes].join("; ").replace(/[_-]|(?<=[a-z])(?=[A-Z])/g, " ");
	const coded = find(words, code);
	const worded = find(words, message);
	const found = [coded, worded];
	if (found.includes("quota")) return "quota";
	const throttled = found.includes("rate_limit");
	const spent = !throttled && quotaGone.test(message);
	if (status === 429) {
		if (/overload/i.test(code)) return "overloaded";
		return spent && retryAfterMs === undefined ? "quota" : "rate_limit";
	}
	// A request that is larger than what one minute allows (Groq) can't pass either.
	if (status === 413) return /^$|token|context|prompt/i.test(message) ? "overflow" : "invalid_request";
	if (coded && (coded !== "overflow" || !throttled)) return coded;
	// Without a status all words count. With one, those that make no 4xx retryable; and of the 5xx only 503 leaves open
	// whether the provider failed or is full.
	if (worded && /^ |overflow|^4.*(auth|content)|^503 overl/.test(`${status ?? ""} ${worded}`)) return worded;
	return spent ? "quota" : (find(general, code) ?? "server");
}
