import { wholeMs } from "./retry-after.ts";

/** What an error body says, whatever its shape. */
export interface ErrorFacts {
	/** The provider's own words; "" where there are none. */
	message: string;
	/** Codes and types, the most telling first. */
	codes: string[];
	/** A status that the body gives. */
	status?: number | undefined;
	requestId?: string | undefined;
	/** A wait that the body asks for, in milliseconds. */
	retryAfterMs?: number | undefined;
	/** Sizes in tokens, where members of their own give them (llama.cpp). */
	limit?: number;
	requested?: number;
}

/** Where words stand, and where codes do, the most telling first. */
const wordMembers = "message Message msg detail status_msg error title errors base_resp".split(" ");
const codeMembers = "error_code code type status error_type reason __type status_code statusCode".split(" ");

type Members = { [member: string]: unknown };

/**
 * Gathers what an error says. Known shapes:
 *
 * | shape | sent by |
 * |---|---|
 * | `{error: {message, type, code}}` | OpenAI and most others; with `status` and `details` Google; with `metadata` OpenRouter |
 * | `{type: "error", error: {type, message}, request_id}` | Anthropic |
 * | `[{error: {...}}]` | Gemini's OpenAI-like endpoint |
 * | `{message, type, code, param}`, at the top or under `object: "error"` | Cerebras, Mistral, vLLM, Responses' `error` event |
 * | `{code, error: "text"}` | xAI |
 * | `{error: "text"}` or a bare string | Ollama, TGI, gateways |
 * | `{message}`, `{Message}`, with `__type` | Bedrock, Cohere |
 * | `{detail: "text"}`, `{detail: [{loc, msg}]}`, `{detail: {error}}`, also as `message` | FastAPI servers, Mistral, NVIDIA |
 * | `{title, status, detail}` | RFC 9457 |
 * | `{errors: [{code, message}]}` | Cloudflare |
 * | `{base_resp: {status_code, status_msg}}` | MiniMax |
 *
 * JSON inside a text is read too: OpenRouter quotes the provider's own error so, as `metadata.raw`.
 */
export function errorFacts(error: unknown): ErrorFacts {
	const facts: ErrorFacts = { message: "", codes: [] };
	facts.message = read(error, facts, 0);
	return facts;
}

/** Adds what a value says to the facts, and returns its words. The depth keeps a hostile body from going on for ever. */
function read(value: unknown, facts: ErrorFacts, depth: number): string {
	if (depth > 5) return "";
	if (typeof value === "string") {
		const inner = /^\s*[[{]/.test(value) ? parseJson(value) : undefined;
		return (inner !== undefined && read(inner, facts, depth + 1)) || value.trim();
	}
	if (Array.isArray(value)) {
		const all = value.slice(0, 5).map((item) => read(item, facts, depth + 1));
		return all.filter(Boolean).join("; ");
	}
	if (!isObject(value)) return "";
	readMembers(value, facts);
	for (const detail of list(value.details)) readDetail(detail, facts);
	const next = (member: unknown): string => read(member, facts, depth + 1);

	const { error, metadata } = value;
	let message = "";
	if (isObject(error) || Array.isArray(error)) message = next(error);
	for (const name of wordMembers) {
		message ||= next(value[name]);
	}
	// FastAPI names the place apart from the words.
	if (Array.isArray(value.loc)) {
		message = `${value.loc.filter((part) => typeof part !== "object").join(".")}: ${message}`;
	}
	if (isObject(metadata)) {
		readMembers(metadata, facts);
		// OpenRouter: a prompt that its moderation has flagged.
		if (metadata.flagged_input !== undefined) facts.codes.push("content_filter");
		const raw = next(metadata.raw);
		if (!message.includes(raw)) message = message ? `${message}: ${raw}` : raw;
	}
	return message;
}

function readMembers(members: Members, facts: ErrorFacts): void {
	for (const name of codeMembers) {
		const value = members[name];
		if (typeof value !== "string" && typeof value !== "number") continue;
		if (isStatus(value)) facts.status ??= Number(value);
		// `{type: "error"}` is the mark of the envelope.
		else if (value !== "" && value !== "error") facts.codes.push(String(value).slice(0, 200));
	}
	const { request_id, requestId = request_id, n_ctx, n_prompt_tokens, resets_in_seconds } = members;
	if (typeof requestId === "string") facts.requestId ??= requestId;
	if (isCount(n_ctx)) facts.limit = n_ctx;
	if (isCount(n_prompt_tokens)) facts.requested = n_prompt_tokens;
	// OpenAI's Codex backend: when the plan's window opens again.
	if (isCount(resets_in_seconds)) facts.retryAfterMs = resets_in_seconds * 1000;
}

/** Google's `details`, and Anthropic's `{error_code}`. `RetryInfo` has a duration in seconds, `"34.4s"`. */
function readDetail(detail: unknown, facts: ErrorFacts): void {
	if (!isObject(detail)) return;
	const { reason, error_code: code = reason, retryDelay } = detail;
	// The reason says more than the status: API_KEY_INVALID against INVALID_ARGUMENT.
	if (typeof code === "string") facts.codes.push(code);
	if (typeof retryDelay === "string" && /^\d{1,9}(\.\d+)?s$/.test(retryDelay)) {
		facts.retryAfterMs = wholeMs(Number.parseFloat(retryDelay) * 1000);
	}
}

/** 4xx and 5xx, as a number or as text (Azure); every other number is a code of the provider's own. */
function isStatus(value: unknown): boolean {
	return /^[45]\d\d$/.test(String(value));
}

function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isObject(value: unknown): value is Members {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function list(value: unknown): unknown[] {
	return Array.isArray(value) ? value.slice(0, 20) : [value];
}

/** `undefined` where the text is no JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
