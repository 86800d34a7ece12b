import { httpModel, type Protocol } from "../http-model.ts";
import type { Model } from "../model.ts";
import type { ModelConfig } from "../model-config.ts";
import { toBody } from "./body.ts";
import type { CompletionsCompat } from "./compat.ts";
import { createDecoder } from "./decoder.ts";

export type { CompletionsCompat, ThinkingFormat } from "./compat.ts";
export { createDecoder } from "./decoder.ts";
export { type MessageTarget, toProviderMessages, type WireMessage, type WirePart } from "./messages.ts";
export { toProviderTools, type WireTool } from "./tools.ts";
export { type CompletionsTransportConfig, openAICompletionsTransport } from "./transport.ts";

/** Chat Completions, OpenAI's and that of the many servers that speak it. */
export const protocol: Protocol<CompletionsCompat> = {
	api: "openai-completions",
	provider: "openai",
	baseUrl: "https://api.openai.com/v1",
	path: () => "chat/completions",
	auth: (key) => ["authorization", `Bearer ${key}`],
	toBody,
	createDecoder,
	finishReasons: (compat) => compat.finishReasons,
};

/**
 * A model behind Chat Completions.
 *
 * ```ts
 * const model = openAICompletions({ model: "gpt-4o-mini", apiKey: process.env.OPENAI_API_KEY });
 * ```
 * @throws {TypeError} where `baseUrl` is no address
 */
export function openAICompletions(config: ModelConfig<CompletionsCompat>): Model {
	const compat = { supportsPromptCacheKey: config.baseUrl === undefined, ...config.compat };
	return httpModel(protocol, config, compat);
}
