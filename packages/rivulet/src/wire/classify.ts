import type { ErrorKind, ModelError } from "../message/model-error.ts";
import { type ErrorFacts, errorFacts, parseJson } from "./error-facts.ts";
import { codeRows, find, isQuotaGone, rows, weakCodeRows } from "./error-table.ts";
import { overflowSize } from "./overflow-size.ts";
import { retryAfterMs } from "./retry-after.ts";

/** The most characters that a message may have. */
const messageLimit = 1_000;

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
	// An error in reply to a request for a stream may come as a record of one.
	const body = reply.body.trim().replace(/^(event:[^\n]*\n)?data:/, "");
	const parsed = parseJson(body);
	const isPage = parsed === undefined && body.startsWith("<");
	const facts = errorFacts(parsed ?? (isPage ? "" : body));
	const type = headers.get("x-amzn-errortype");
	if (type) facts.codes.push(type.replace(/:.*/, ""));
	facts.status = status;
	facts.retryAfterMs = retryAfterMs(headers, now) ?? facts.retryAfterMs;
	const ids = ["x-request-id", "request-id", "x-amzn-requestid"].map((name) => headers.get(name));
	facts.requestId = ids.find(Boolean) ?? facts.requestId ?? headers.get("cf-ray") ?? undefined;

	let said = facts.message;
	if (!said) {
		const words = (isPage ? pageWords(body) : body) || headers.get("location");
		said = `HTTP ${status}${words ? `: ${words}` : " with an empty body"}`;
		if (!isPage) facts.message = body;
	}
	const error = toError(facts, said, status === 413 && typeof parsed !== "object");
	// OpenAI and Anthropic say outright what they think of a repeat.
	const advice = headers.get("x-should-retry");
	if (advice === "true" || advice === "false") error.retryable = advice === "true";
	return error;
}

/**
 * Classifies an error object found inside a 200 stream or JSON body: `{message, type, code, status, ...}`, a bare string,
 * or anything else. A `code` or `status` in it that is an HTTP status counts as one. An error that says nothing of its
 * cause is the provider's, and may pass: the request had been accepted.
 *
 * @param status the status that the error stands for, where the caller knows it
 */
export function classifyErrorObject(error: unknown, status?: number): ModelError {
	const facts = errorFacts(error);
	if (status !== undefined && status >= 400) facts.status = status;
	const said = facts.message || facts.codes[0] || "The provider reported an error without a message";
	return toError(facts, said, false);
}

function toError(facts: ErrorFacts, said: string, unreadable: boolean): ModelError {
	const { status, codes, retryAfterMs } = facts;
	const kind = unreadable ? "overflow" : kindOf(facts);
	const message = cut(said, messageLimit);
	const [code, requestId] = [codes[0], facts.requestId].map((text) => text && cut(text, 200));
	const { limit, requested }: ErrorSize = kind === "overflow" ? { ...overflowSize(message), ...facts } : {};
	const error = {
		kind,
		message,
		retryable: passes(kind),
		status,
		code,
		requestId,
		retryAfterMs,
		limit,
		requested,
	};
	return Object.fromEntries(
		Object.entries(error).filter(([, value]) => value !== undefined),
	) as unknown as ModelError;
}

type ErrorSize = Pick<ModelError, "limit" | "requested">;

/** Kinds whose cause may pass by itself. */
function passes(kind: ErrorKind): boolean {
	return /rate_limit|overloaded|server|timeout/.test(kind);
}

function kindOf({ status, codes, message, retryAfterMs }: ErrorFacts): ErrorKind {
	const code = codes
		.join("; ")
		.replace(/([a-z])(?=[A-Z])/g, "$1 ")
		.replace(/[_-]/g, " ");
	const coded = find(rows, code, message) ?? find(codeRows, code);
	const worded = find(rows, message);
	if (status === 402 || coded === "quota" || worded === "quota") return "quota";
	if (status === 429) {
		if (/overload/i.test(code)) return "overloaded";
		return coded !== "rate_limit" && retryAfterMs === undefined && isQuotaGone(message)
			? "quota"
			: "rate_limit";
	}
	if (status === 401) return "auth";
	if (status === 404) return "not_found";
	if (status === 408) return "timeout";
	// A request that is larger than what one minute allows (Groq) can't pass either.
	if (status === 413) return /token|context|prompt/i.test(message) ? "overflow" : "invalid_request";
	if (coded) return coded;
	if (worded === "overflow") return worded;
	// Google UNAVAILABLE; others send the like with any 5xx.
	const unavailable = /unavailable/i.test(code);
	if (status === undefined) {
		const weak = unavailable ? "overloaded" : isQuotaGone(message) ? "quota" : find(weakCodeRows, code);
		return worded ?? weak ?? "server";
	}
	// Of the 5xx only 503 leaves open whether the provider failed or is full.
	const full = status === 529 || (status === 503 && (unavailable || worded === "overloaded"));
	if (status >= 500) return full ? "overloaded" : "server";
	if (status === 409) return "server";
	if (worded && !passes(worded)) return worded;
	if (isQuotaGone(message)) return "quota";
	return status === 403 ? "permission" : "invalid_request";
}

/** What an HTML page says: its title, else its first words. */
function pageWords(page: string): string {
	const start = page.slice(0, 4_000);
	const title = /<title>([^<]+)/i.exec(start)?.[1];
	const words = title ?? start.replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gi, " ");
	return cut(words.replace(/\s+/g, " ").trim(), 200);
}

/** Cuts a text to so many characters, the ellipsis included, and never through a surrogate pair. */
function cut(text: string, limit: number): string {
	return text.length > limit ? `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…` : text;
}
