import type { ErrorKind } from "../message/model-error.ts";

type Table = { readonly [kind in ErrorKind]?: RegExp };

/**
 * What codes and messages say, by kind; the first that matches counts. Codes are made of the same words as messages:
 * status and codes are matched as one text, with blanks for their punctuation ("400; insufficient quota; Rate Limit
 * Reached"), so `^4` is about a status and `; ` stands before what is told by codes alone. Every quantifier is bounded, so
 * that the time is linear in the text. The wordings stand in the order in which the comments name those who send them.
 *
 * Pages: OpenAI developers.openai.com/docs/guides/error-codes, Anthropic platform.claude.com/docs/en/api/errors,
 * Google ai.google.dev/gemini-api/docs/generate-content/api-errors, OpenRouter openrouter.ai/docs/api/errors,
 * Groq console.groq.com/docs/errors, DeepSeek api-docs.deepseek.com/quick_start/error_codes, Kimi
 * platform.kimi.ai/docs/api/errors, Z.ai docs.z.ai/api-reference/api-code, MiniMax
 * platform.minimax.io/docs/api-reference/errorcode, Model Studio help.aliyun.com/en/model-studio/error-code-start,
 * Fireworks docs.fireworks.ai/guides/inference-error-codes, Bedrock's runtime API reference. The rest is from public
 * reports of users.
 */
export const words: Table = {
	// Anthropic "credit balance is too low", "API usage limits"; Google "prepayment credits are depleted"; OpenAI
	// billing_hard_limit_reached, *_spend_limit_exceeded; Codex usage_limit_reached, usage_not_included, Kimi; LiteLLM
	// budget_exceeded; Model Studio Arrearage; Z.ai's plans. Then DeepSeek, Z.ai; xAI "doesn't have any credits"; OpenAI,
	// one-api insufficient_(user_)quota; Kimi; Novita.
	quota:
		/^402|credits? (balance|are)|billing (hard|error)|spend(ing)? limit|usage (limit|not)|budget exceeded|arrear|; 13(08|09|10)\b|(insufficient|any|exceeded current) (\w{1,9} )?(balance|credit|fund|quota)|balance not enough/i,
	// OpenAI model_not_found, Bedrock; Groq model_decommissioned; Mistral invalid_model.
	not_found: /^404|; (model |resource )?not found|; model decom|; invalid model/i,
	// Any; Google; any; Bedrock.
	auth: /^401|(incorrect|invalid|missing) api.?key|api.?key .{0,25}((not |in)valid|expired|leaked)|unauth|not authent|authentication (err|fail)|unrecognized client|expired token/i,
	// OpenAI slow_down; Google RESOURCE_EXHAUSTED; Bedrock. It goes before overflow, for words about too many tokens within
	// a time are close to it ("too many tokens, please wait").
	rate_limit:
		/rate.?limit|too many requests|throttl|resource exhausted|slow.down|service quota|per.(min|day)|please wait/i,
	// Whoever speaks of the size of the context; xAI, DeepInfra, vLLM, Model Studio; too long (Anthropic, Bedrock, Kimi;
	// Z.ai); exceeded (Gemini, Copilot, Nova, Z.ai; Vertex AI); Cohere, Titan, Perplexity; Kimi; Groq; TGI. The last is
	// OpenAI's for a text of a million characters: the same words with a small number are about an id or a name.
	overflow:
		/context.(length|window|size|limit)|(prompt|input|model) length|(prompt|input|length)( is)? too long|超长|(prompt|input token|token count).{0,40} (exceed|only supports)|too many (\w{1,9} )?tokens|model token limit|token limit exceed|reduce the length|inputs. (tokens|must have less)|too long.{0,50}length \d{6}/i,
	// Azure, Anthropic, Bedrock, xAI; OpenAI, OpenRouter; then DeepSeek, Kimi; Model Studio; Z.ai, MiniMax.
	content_filter:
		/content.{0,16}(filter|polic|guideline)|flagged|moderation|(exists|high) risk|inappropriate|(or|new).sensitive/i,
	// Anthropic, Google, OpenAI; Groq capacity_exceeded, xAI; DeepSeek, Ollama; Google UNAVAILABLE, OpenAI, Bedrock.
	overloaded: /^529|overload|capacity|high (demand|load)|busy|; (service )?unavailable/i,
	// Anthropic timeout_error, Bedrock; Google DEADLINE_EXCEEDED: the provider's own time limit.
	timeout: /^408|;.{0,20}(timeout|deadline)/i,
	// Bedrock's ModelErrorException has 424: they are no fault of the request.
	server: /^(409|424)/,
};

/** Codes that say little, and what a status means by itself: they count where the words say nothing. */
export const general: Table = {
	server: /^5/,
	permission: /^403|^;.*(permission|denied|forbidden)/i,
	invalid_request: /^[34]|invalid|bad request|validation|large|image|failed/i,
};

/** "Quota" is the word for money that is gone, and for a limit per minute, where other words tell which. */
export const quotaGone: RegExp = /(exceeded|reached).{0,30} quota|quota.{0,20} ex[ch]|free (tier|alloc)/i;

/** What a text says: a message, or a status and codes. */
export function find(table: Table, text: string): ErrorKind | undefined {
	return (Object.keys(table) as ErrorKind[]).find((kind) => table[kind]?.test(text));
}
