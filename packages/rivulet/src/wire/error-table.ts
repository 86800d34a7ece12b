import type { ErrorKind } from "../message/model-error.ts";

export type Row = readonly [kind: ErrorKind, pattern: RegExp];

/**
 * Words about too many requests or tokens within a time. They are close to those about a prompt that is too large
 * ("too many tokens, please wait"), and are no overflow.
 */
const throttled = /rate.?limit|too many requests|throttl|per.(min|sec|hour|day)|[tr]pm\b|please wait/i;

/**
 * What codes and messages say, by kind; the first row that matches counts. Codes are made of the same words as
 * messages: they are matched with blanks for their punctuation ("insufficient_quota", "RateLimitReached"). Every
 * quantifier is bounded, so that the time is linear in the text.
 *
 * Pages: OpenAI developers.openai.com/docs/guides/error-codes, Anthropic platform.claude.com/docs/en/api/errors,
 * Google ai.google.dev/gemini-api/docs/generate-content/api-errors, OpenRouter openrouter.ai/docs/api/errors,
 * Groq console.groq.com/docs/errors, DeepSeek api-docs.deepseek.com/quick_start/error_codes, Kimi
 * platform.kimi.ai/docs/api/errors, Z.ai docs.z.ai/api-reference/api-code, MiniMax
 * platform.minimax.io/docs/api-reference/errorcode, Model Studio help.aliyun.com/en/model-studio/error-code-start,
 * Fireworks docs.fireworks.ai/guides/inference-error-codes, Bedrock's runtime API reference. The rest is from public
 * reports of users.
 */
export const rows: readonly Row[] = [
	row(
		"quota",
		// OpenAI credit_balance_exhausted, *_spend_limit_exceeded, billing_hard_limit_reached; Anthropic; Google
		// "prepayment credits are depleted".
		"credit balance|credits? ((are|is|has|been) ){0,3}(depleted|exhausted|error)|billing (hard|error)|spend(ing)? limit",
		// DeepSeek, Z.ai, xAI "used all available credits"; OpenAI, one-api insufficient_(user_)quota; Novita.
		"(insufficient|not enough|any|all available|exceeded current) (account |user )?(balance|credit|fund|quota)|balance not enough",
		// Anthropic "API usage limits", Codex usage_limit_reached, Kimi; Groq blocked_api_access; LiteLLM.
		"usage (limit|not included)|blocked api|budget (has been )?exceeded",
		// Model Studio Arrearage, FreeTierOnly.
		"arrear|free tier only|payment required|余额不足",
	),
	// OpenAI slow_down; Google RESOURCE_EXHAUSTED, xAI "Some resource has been exhausted"; Bedrock.
	row(
		"rate_limit",
		"rate.?limit|too many requests|throttl|resource (has been )?exhausted|slow.down|service quota",
	),
	row(
		"overflow",
		// OpenAI, vLLM, SGLang, DeepSeek, Mistral, xAI, DeepInfra: what the maximum is.
		"max(imum)? (allowed )?(context|prompt|input|model) (length|tokens)",
		// OpenAI, llama.cpp, LM Studio, MiniMax, Cloudflare, Anthropic with max_tokens: that it is exceeded.
		"(exceed|longer|greater).{0,60}context.(length|window|size|limit)",
		"context.(length|window|size) .{0,40}(exceed|is \\d)|context the overflows",
		// Anthropic, Bedrock, Kimi, Perplexity; Z.ai.
		"(prompt|input|messages|length)( is)? too long|超长|prompt exceeds",
		// Gemini, Copilot, Nova; Vertex AI.
		"(token count|(prompt|input) tokens)\\b.{0,60} (exceed|only supports)",
		// Cohere, Titan, Perplexity; Kimi.
		"too many (input |prompt )?tokens|exceeded .{0,20}token limit|token limit exceeded",
		// Groq, Cerebras; Model Studio; TGI.
		"reduce the length of|range of input length|max_new_tokens. must be <=|must have less than \\d+ tokens",
		// OpenAI: a text of a million characters. The same words with a small number are about an id or a name.
		"string too long.{0,50}maximum length \\d{6}",
	),
	row(
		"content_filter",
		// Azure, Anthropic, Bedrock; OpenAI, OpenRouter; xAI "violates usage guidelines", SAFETY_CHECK.
		"content.{0,14}(filter|polic)|flagged|moderation.block|violates .{0,20}(guideline|polic)|policy.violation|safety.(system|check)",
		// DeepSeek; Kimi; Model Studio; Z.ai; MiniMax.
		"exists risk|considered high risk|inspection failed|inappropriate content|unsafe or|sensitive content|new.sensitive",
	),
	row(
		"auth",
		"(incorrect|invalid|missing|expired|wrong|no) (x-)?(api|auth\\w{0,9}|access).?(key|token|header|credential)",
		"api.?key .{0,25}(not valid|invalid|expired|not found|missing|leaked)",
		"unauthori[sz]ed|authentication (fail|error)|(un|not )authenticated",
		// Bedrock.
		"unrecognized ?client|expired ?token",
	),
	// Anthropic, Google, OpenAI; Groq capacity_exceeded, xAI; DeepSeek, Ollama.
	row("overloaded", "overload|capacity|high (demand|load|traffic)|\\bbusy\\b"),
];

/** Codes that mean something as codes only. */
export const codeRows: readonly Row[] = [
	// Z.ai: no balance, plan used up, plan expired.
	["quota", /\b(1113|1308|1309|1310)\b/],
	// Mistral invalid_model, Groq model_decommissioned.
	[
		"not_found",
		/model .{0,9}(not found|decommission)|invalid model|^(resource )?not ?found|deployment not found/i,
	],
	// Anthropic timeout_error; Google DEADLINE_EXCEEDED: the provider's own time limit.
	["timeout", /time(d )?out|deadline/i],
	// Bedrock ModelErrorException (424); Google CANCELLED (499): 4xx that are no fault of the request.
	["server", /^model (stream )?error|cancelled/i],
];

/** Codes that say little: they count only where there is no status and the words say nothing. */
export const weakCodeRows: readonly Row[] = [
	["permission", /permission|denied|forbidden/i],
	["invalid_request", /invalid|bad ?request|unsupported|validation|too (large|long)|image|failed/i],
];

/** "Quota" is the word for money that is gone, and for a limit per minute. */
const quotaGone =
	/(exceeded|reached).{0,30} quota|quota.{0,20}(exceeded|exhausted)|free (tier|quota|daily|allocation)|daily free/i;

/** Whether a text says that a quota is used up which no minute brings back. */
export const isQuotaGone = (text: string): boolean => quotaGone.test(text) && !throttled.test(text);

/**
 * What a text says.
 * @param message the words beside it, where it is a code: nothing is an overflow that speaks of throttling
 */
export function find(table: readonly Row[], text: string, message = text): ErrorKind | undefined {
	return table.find(
		([kind, pattern]) => pattern.test(text) && (kind !== "overflow" || !throttled.test(message)),
	)?.[0];
}

function row(kind: ErrorKind, ...patterns: string[]): Row {
	return [kind, new RegExp(patterns.join("|"), "i")];
}
