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
	const deviate = (option: string, detail = "not supported by this server"): void => {
		const name = `option-${option}`;
		if (!deviations.some((known) => known.name === name)) {
			deviations.push({ name, at: `options.${option}`, detail });
		}
	};
	/** The option where the server takes it, else a deviation. */
	const taken = <K extends keyof StreamOptions>(
		option: K,
		supported = false,
	): StreamOptions[K] | undefined => {
		if (supported) return options[option];
		if (options[option] !== undefined) deviate(option);
		return undefined;
	};
	const { thinking, output, cache, stopSequences: stop } = options;
	const messages = toProviderMessages(context, { ...info, compat }, changes);
	if (options.continuePartial) continueLast(messages, compat.continuePartial);
	const key = taken("sessionId", compat.supportsPromptCacheKey);
	const caches = cache !== "none";
	const body = defined<WireBody>({
		model: info.id,
		messages,
		stream: true,
		stream_options: compat.supportsUsageInStreaming === false ? undefined : { include_usage: true },
		...toolMembers(context, options, compat, deviate),
		temperature: options.temperature,
		top_p: options.topP,
		top_k: taken("topK", compat.supportsTopK),
		frequency_penalty: options.frequencyPenalty,
		presence_penalty: options.presencePenalty,
		[compat.maxTokensField ?? "max_completion_tokens"]: options.maxTokens,
		stop: stop?.length ? stop : undefined,
		seed: options.seed,
		...(thinking !== undefined && thinkingMembers(thinking, compat, (detail) => deviate("thinking", detail))),
		response_format: output ? responseFormat(output, compat.outputFormat, deviate) : undefined,
		// Prompt caching (https://platform.openai.com/docs/guides/prompt-caching) is automatic and can't be switched off;
		// the key, of at most 64 characters, routes, and retention is 24 hours at the longest.
		prompt_cache_key: caches ? key?.slice(0, 64) : undefined,
		prompt_cache_retention:
			taken("cache", compat.supportsPromptCacheKey && caches) === "long" ? "24h" : undefined,
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

type Deviate = (option: string, detail?: string) => void;

function toolMembers(
	context: AgentContext,
	options: StreamOptions,
	compat: CompletionsCompat,
	deviate: Deviate,
): WireBody {
	const { toolChoice } = options;
	let choice: unknown = toolChoice;
	const tools: unknown[] = [
		...(toProviderTools(context.tools, compat) ?? []),
		...(context.providerTools ?? []),
	];
	if (tools.length === 0) {
		if (choice && choice !== "auto" && choice !== "none") deviate("toolChoice", "there are no tools");
		const used = context.messages.some((message) => message.role === "toolResult");
		return compat.requiresToolsWithToolHistory && used ? { tools } : {};
	}
	const name = typeof toolChoice === "object" ? toolChoice.name : toolChoice;
	if (name !== undefined && (name !== toolChoice || !/^(auto|none|required)$/.test(name))) {
		const free = context.tools?.some((tool) => tool.name === name && tool.format === "text");
		const type = free ? "custom" : "function";
		choice = { type, [type]: { name } };
	}
	return { tools, tool_choice: choice, parallel_tool_calls: options.parallelToolCalls };
}

/** Structured output (https://platform.openai.com/docs/guides/structured-outputs). */
function responseFormat(
	output: StandardSchema | JsonSchema,
	type: CompletionsCompat["outputFormat"] = "json_schema",
	deviate: Deviate,
): unknown {
	const schema = isStandardSchema(output)
		? output["~standard"].jsonSchema?.input({ target: "draft-2020-12" })
		: output;
	if (type === "json_schema" && schema) return { type, json_schema: { name: "output", schema } };
	deviate("output", "the server is not held to the schema; only the reply is checked");
	return type === "none" ? undefined : { type: "json_object" };
}

function continueLast(messages: WireMessage[], how: CompletionsCompat["continuePartial"]): void {
	const last = messages.at(-1);
	if (!how || last?.role !== "assistant") {
		const why = how ? "needs a last message of role assistant" : "is not supported by this server";
		throw new RequestError(`options.continuePartial ${why}`);
	}
	if (how === "prefix") last.prefix = true;
}
