import type { FinishReasons } from "../../stream/finish-reason.ts";

/** How a server wants to be told how hard to think. */
export type ThinkingFormat =
	| "openai" // reasoning_effort: "high"
	| "openrouter" // reasoning: { effort: "high" } or { max_tokens }
	| "deepseek" // thinking: { type: "enabled" }, and reasoning_effort
	| "zai" // thinking: { type: "enabled" }
	| "together" // reasoning: { enabled: true }, and reasoning_effort
	| "qwen" // enable_thinking: true
	| "chat-template" // chat_template_kwargs: { enable_thinking: true }
	| "string" // thinking: "high"
	| "none"; // can't be told

/**
 * What a server that speaks Chat Completions needs to be treated differently. Plain data; each flag has a default,
 * which is OpenAI's own documented behaviour unless it says otherwise.
 */
export interface CompletionsCompat {
	/** The member that carries `maxTokens`. OpenAI deprecates `max_tokens`; many others know only that one. Default `max_completion_tokens`. */
	maxTokensField?: "max_completion_tokens" | "max_tokens";
	/** Send the system prompt with the role `developer`. Most other servers refuse it. Default false. */
	supportsDeveloperRole?: boolean;
	/** Ask for usage by `stream_options: { include_usage: true }`. Default true. */
	supportsUsageInStreaming?: boolean;
	/** Send `name` with tool results; some servers demand it, OpenAI passes over it. Default true. */
	requiresToolResultName?: boolean;
	/** A user message may not follow a tool result, so that an assistant message is put between. Default false. */
	requiresAssistantAfterToolResult?: boolean;
	/** Send `""` instead of `null` as the content of a message that has calls alone. Default false. */
	requiresNonNullAssistantContent?: boolean;
	/** Send `tools: []` where the history has calls but the request has no tools (old LiteLLM before Anthropic). Default false. */
	requiresToolsWithToolHistory?: boolean;
	/** Replay the model's own thoughts as text of the message. Default false. */
	requiresThinkingAsText?: boolean;
	/** Send `reasoning_content` with every replayed reply, empty where there was no thought (DeepSeek, Kimi). Default false. */
	requiresReasoningContentOnAssistantMessages?: boolean;
	/** Replay the model's own thoughts in the wire field that they came in. Default true. */
	replaysReasoning?: boolean;
	/** Images may stand in tool messages; else they follow in a user message. OpenAI takes text alone there. Default false. */
	supportsImagesInToolResults?: boolean;
	/** How thinking is asked for. Default `openai`. */
	thinkingFormat?: ThinkingFormat;
	/** The words of this server for our thinking levels, where they differ; `max` is `xhigh` by default. */
	thinkingLevels?: { [level: string]: string };
	/** The member that carries a thinking budget in tokens (`thinking_token_budget` vLLM, `thinking_budget` Qwen and SGLang). Default none. */
	thinkingBudgetField?: string;
	/** Send `strict` with tools that ask for it. Default true. */
	supportsStrictMode?: boolean;
	/** The server knows `top_k`. OpenAI does not. Default false. */
	supportsTopK?: boolean;
	/** The server knows `prompt_cache_key` and `prompt_cache_retention`. Default: true for OpenAI's own address. */
	supportsPromptCacheKey?: boolean;
	/** How structured output is asked for. `json_object` holds to JSON alone; `none` only checks the reply. Default `json_schema`. */
	outputFormat?: "json_schema" | "json_object" | "none";
	/** How a last assistant message is continued: `prefix: true` on it (DeepSeek, Mistral), or just by standing there. Default none. */
	continuePartial?: "prefix" | "plain";
	/** Whether the server always says why it ended. `optional`: `[DONE]` or a complete call is end enough. Default `required`. */
	finishReason?: "required" | "optional";
	/** Further words of the server for the end, by what they mean. Default none. */
	finishReasons?: FinishReasons;
	/** Text between `<think>` and `</think>` in the content is thinking. Default false. */
	thinkTags?: boolean;
}
