import { parseJson } from "./parse-json.ts";
import { wholeMs } from "./retry-after.ts";

/** What an error body says, whatever its shape. */
export interface ErrorFacts {
	/** The provider's own words; "" where there are none. */
	message: string;
	/** Codes and types, the most telling first. */
	codes: string[];
	/** The status of the reply, else one that the body gives. */
	status?: number | undefined;
	requestId?: string | null | undefined;
	/** A wait that the reply or its body asks for, in milliseconds. */
	retryAfterMs?: number | undefined;
	/** Sizes in tokens, where members of their own give them (llama.cpp). */
	limit?: number;
	requested?: number;
}

/** Where words stand, and where codes do, the most telling first. */
const wordMembers = "message Message msg detail status_msg raw error title errors base_resp".split(" ");
const codeMembers = "error_code code type status error_type reason __type status_code".split(" ");

/** The most members that are looked at, so that a hostile body can't go on for ever, or deeper than the stack. */
const enough = 1_000;

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
 * JSON inside a text is read too: a body as it came, and OpenRouter quotes the provider's own error so, as `metadata.raw`.
 */
export function errorFacts(error: unknown): ErrorFacts {
	const facts: ErrorFacts = { message: "", codes: [] };
	let looks = 0;
	facts.message = read(error);
	return facts;

	/** Adds what a value says to the facts, and returns its words. */
	function read(value: unknown): string {
		if (looks++ > enough) return "";
		if (typeof value === "string") return (/^\s*["[{]/.test(value) && read(parseJson(value))) || value.trim();
		if (Array.isArray(value)) return value.map(read).filter(Boolean).join("; ");
		if (typeof value !== "object" || !value) return "";

		const members = value as { [member: string]: unknown };
		for (const name of codeMembers) {
			if (!/string|number/.test(typeof members[name])) continue;
			const code = String(members[name]);
			// Every other number is a code of the provider's own.
			if (/^[45]\d\d$/.test(code)) facts.status ??= Number(code);
			// `{type: "error"}` is the mark of the envelope.
			else if (!/^(error)?$/.test(code)) facts.codes.push(code);
		}
		// OpenRouter: a prompt that its moderation has flagged.
		if (members.flagged_input) facts.codes.push("content_filter");
		const {
			request_id,
			requestId = request_id,
			n_ctx,
			n_prompt_tokens,
			resets_in_seconds,
			retryDelay,
		} = members;
		if (typeof requestId === "string") facts.requestId ??= requestId;
		if (isAmount(n_ctx)) facts.limit = n_ctx;
		if (isAmount(n_prompt_tokens)) facts.requested = n_prompt_tokens;
		// Google's RetryInfo has "34.4s"; OpenAI's Codex backend tells when the plan's window opens again.
		const wait = typeof retryDelay === "string" ? Number(retryDelay.replace("s", "")) : resets_in_seconds;
		if (isAmount(wait)) facts.retryAfterMs = wholeMs(wait * 1000);

		// Google's and Anthropic's details have codes; the reason says more than the status.
		read(members.details);
		const { error, loc } = members;
		let message = typeof error === "object" ? read(error) : "";
		for (const name of wordMembers) message ||= read(members[name]);
		// FastAPI names the place apart from the words.
		if (Array.isArray(loc))
			message = `${loc.filter((part) => typeof part !== "object").join(".")}: ${message}`;
		const quoted = read(members.metadata);
		return message.includes(quoted) ? message : message ? `${message}: ${quoted}` : quoted;
	}
}

/** Of tokens or seconds. */
function isAmount(value: unknown): value is number {
	return typeof value === "number" && value >= 0 && value < 1e9;
}
