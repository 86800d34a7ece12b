import type { AgentContext, JsonSchema } from "../../message/context.ts";
import { defined } from "../../message/defined.ts";
import type { Deviation } from "../../message/deviation.ts";
import type { BuiltBody, WireBody } from "../http-model.ts";
import { mergeBody } from "../merge-body.ts";
import type { ModelInfo } from "../model.ts";
import type { StandardSchema, StreamOptions } from "../options.ts";
import { isStandardSchema } from "../output.ts";
import { RequestError } from "../request-error.ts";
import { wellFormed } from "../well-formed.ts";
import type { CompletionsCompat } from "./compat.ts";
import { type Changes, toProviderMessages, type WireMessage } from "./messages.ts";
import { thinkingMembers } from "./thinking.ts";
import { toProviderTools } from "./tools.ts";

/**
 * The body of a Chat Completions request (https://platform.openai.com/docs/api-reference/chat/create). Pure: neither
 * context nor options are changed. What the server can't do is a deviation in the report.
 * @throws {RequestError} on a role that no model may see, or a wish that can't be met
 */
export function toBody(
	context: AgentContext,
	options: StreamOptions,
	info: ModelInfo,
	compat: CompletionsCompat,
): BuiltBody {
	const changes: Changes = new Map();
	const deviations: Deviation[] = [];
	const deviate = (option: string, detail: string): void => {
		deviations.push({ name: `option-${option}`, at: `options.${option}`, detail });
	};
	const { topK, stopSequences: stop, thinking, output } = options;
	const messages = toProviderMessages(context, { ...info, compat }, changes);
	if (options.continuePartial) continueLast(messages, compat);
	if (topK !== undefined && !compat.supportsTopK) deviate("topK", "this server does not know top_k");
	const body = defined<WireBody>({
		model: info.id,
		messages,
		stream: true,
		stream_options: compat.supportsUsageInStreaming === false ? undefined : { include_usage: true },
		...toolMembers(context, options, compat),
		temperature: options.temperature,
		top_p: options.topP,
		top_k: compat.supportsTopK ? topK : undefined,
		frequency_penalty: options.frequencyPenalty,
		presence_penalty: options.presencePenalty,
		[compat.maxTokensField ?? "max_completion_tokens"]: options.maxTokens,
		stop: stop && stop.length > 0 ? stop : undefined,
		seed: options.seed,
		...(thinking !== undefined && thinkingMembers(thinking, compat, (detail) => deviate("thinking", detail))),
		response_format: output && responseFormat(output, compat, deviate),
		...cacheMembers(options, compat, deviate),
		service_tier: options.serviceTier,
		metadata: options.metadata,
	});
	return {
		body: wellFormed(mergeBody(body, options.extraBody)),
		report: {
			// `dropped thinking block` becomes `dropped 2 thinking blocks`.
			changes: [...changes].map(([what, times]) => what.replace(" ", ` ${times} `) + (times > 1 ? "s" : "")),
			deviations,
		},
	};
}

type Deviate = (option: string, detail: string) => void;

function toolMembers(context: AgentContext, options: StreamOptions, compat: CompletionsCompat): WireBody {
	const { toolChoice, parallelToolCalls } = options;
	const tools: unknown[] = [
		...(toProviderTools(context.tools, compat) ?? []),
		...(context.providerTools ?? []),
	];
	if (tools.length === 0) {
		const used = context.messages.some((message) => message.role === "toolResult");
		return compat.requiresToolsWithToolHistory && used ? { tools } : {};
	}
	let choice: unknown = toolChoice;
	if (typeof toolChoice === "object") {
		const { name } = toolChoice;
		const custom = context.tools?.some((tool) => tool.name === name && tool.format === "text");
		const type = custom ? "custom" : "function";
		choice = { type, [type]: { name } };
	}
	return { tools, tool_choice: choice, parallel_tool_calls: parallelToolCalls };
}

/** Structured output (https://platform.openai.com/docs/guides/structured-outputs). */
function responseFormat(
	output: StandardSchema | JsonSchema,
	compat: CompletionsCompat,
	deviate: Deviate,
): unknown {
	const schema = isStandardSchema(output)
		? output["~standard"].jsonSchema?.input({ target: "draft-2020-12" })
		: output;
	const type = compat.outputFormat ?? "json_schema";
	if (type === "json_schema" && schema) return { type, json_schema: { name: "output", schema } };
	deviate("output", "the server is not held to the schema; only the reply is checked");
	return type === "none" ? undefined : { type: "json_object" };
}

/**
 * Prompt caching (https://platform.openai.com/docs/guides/prompt-caching): automatic; the key routes, retention is
 * 24 hours at the longest.
 */
function cacheMembers(
	{ cache, sessionId }: StreamOptions,
	compat: CompletionsCompat,
	deviate: Deviate,
): WireBody {
	if (!compat.supportsPromptCacheKey) {
		if (sessionId !== undefined) deviate("sessionId", "this server takes no cache key");
		if (cache !== undefined) deviate("cache", "this server caches as it likes");
		return {};
	}
	if (cache === "none") {
		deviate("cache", "caching can't be switched off here");
		return {};
	}
	// The key has at most 64 characters.
	return {
		prompt_cache_key: sessionId?.slice(0, 64),
		prompt_cache_retention: cache === "long" ? "24h" : undefined,
	};
}

function continueLast(messages: WireMessage[], { continuePartial }: CompletionsCompat): void {
	const last = messages.at(-1);
	if (!continuePartial || last?.role !== "assistant") {
		const why = continuePartial
			? " needs a last message of role assistant"
			: ": this server can't continue a message";
		throw new RequestError(`options.continuePartial${why}`);
	}
	if (continuePartial === "prefix") last.prefix = true;
}
