import type { AssistantContent, ToolCall } from "../../message/content.ts";
import type { StopReason } from "../../message/message.ts";
import { cutText, words } from "./cut.ts";
import type { ScriptedReply } from "./types.ts";
import type { SseRecord, WireCall, WireError, WireForm } from "./wire-form.ts";

/**
 * OpenAI Chat Completions. Shape of a chunk, the role in the first delta, `usage: null` and the last chunk with
 * `choices: []` where `stream_options.include_usage` asks for it:
 * https://developers.openai.com/api/reference/resources/chat/subresources/completions/streaming-events
 *
 * Thoughts go into `reasoning_content`, a member that OpenAI doesn't have; it was introduced by DeepSeek:
 * https://api-docs.deepseek.com/guides/thinking_mode
 */
export const chatWire: WireForm = {
	knows: (method, path) => method === "POST" && path.endsWith("/chat/completions"),
	keyOf: (headers) => /^Bearer +(.+)$/i.exec(headers.authorization ?? "")?.[1],
	refusal: (body) => (Array.isArray(body.messages) ? undefined : "Missing required parameter: 'messages'."),
	streams: (call) => call.body.stream === true,
	records,
	end: { data: "[DONE]" },
	whole,
	error: errorBody,
	errorRecord: (error) => ({ data: JSON.stringify(errorBody(error)) }),
};

type Json = Record<string, unknown>;

/** `error` is what OpenRouter sends: https://openrouter.ai/docs/api/reference/streaming */
const finishReasons: Record<StopReason, string | null> = {
	stop: "stop",
	length: "length",
	toolUse: "tool_calls",
	error: "error",
	aborted: null,
};

function records(reply: ScriptedReply, call: WireCall): SseRecord[] {
	const blocks = blocksOf(reply);
	const usage = usageOf(reply, call);
	const withUsage = isObject(call.body.stream_options) && call.body.stream_options.include_usage === true;
	const head = headOf("chat.completion.chunk", reply, call);
	const chunk = (choices: Json[], counts: Json | null): SseRecord => ({
		data: JSON.stringify({ ...head, choices, ...(withUsage && { usage: counts }) }),
	});
	const choice = (delta: Json, finish_reason: string | null) =>
		chunk([{ index: 0, delta, finish_reason }], null);
	const deltas = [opening(blocks[0])];
	let calls = 0;
	for (const block of blocks) {
		if (block.type === "toolCall") deltas.push(...callDeltas(block, calls++, reply.deltaSize ?? 8));
		else deltas.push(...textDeltas(block, reply.deltaSize));
	}
	const list = deltas.map((delta) => choice(delta, null));
	const finish = finishOf(reply, blocks);
	if (finish !== null) list.push(choice({}, finish));
	if (withUsage && usage) list.push(chunk([], usage));
	return list;
}

function whole(reply: ScriptedReply, call: WireCall): Json {
	const blocks = blocksOf(reply);
	const joined = (key: string) => {
		const texts = blocks.map(fieldOf).filter((field) => field?.[0] === key);
		return texts.length === 0 ? null : texts.map((field) => field?.[1]).join("");
	};
	const calls = blocks.filter((block) => block.type === "toolCall");
	const thought = joined("reasoning_content");
	const message = {
		role: "assistant",
		content: joined("content"),
		refusal: joined("refusal"),
		...(thought !== null && { reasoning_content: thought }),
		...(calls.length > 0 && { tool_calls: calls.map((block) => callHead(block, argumentsOf(block))) }),
	};
	const usage = usageOf(reply, call);
	return {
		...headOf("chat.completion", reply, call),
		choices: [{ index: 0, message, finish_reason: finishOf(reply, blocks) }],
		...(usage && { usage }),
	};
}

function headOf(object: string, reply: ScriptedReply, { body, index, at, model }: WireCall): Json {
	const asked = typeof body.model === "string" ? body.model : model;
	return {
		id: reply.id ?? `chatcmpl-scripted-${index}`,
		object,
		created: Math.floor(at / 1000),
		model: reply.model ?? asked,
	};
}

function blocksOf({ content = [] }: ScriptedReply): AssistantContent[] {
	return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

/** The member that a block's text goes into. */
function fieldOf(block: AssistantContent | undefined): [key: string, text: string] | undefined {
	if (block?.type === "text") return [block.refusal ? "refusal" : "content", block.text];
	if (block?.type === "thinking" && !block.redacted) return ["reasoning_content", block.thinking];
	return undefined;
}

/** The first delta: the role, and an empty text in the member that the first block goes on in. */
function opening(first: AssistantContent = { type: "text", text: "" }): Json {
	return { role: "assistant", content: null, refusal: null, ...emptied(fieldOf(first)) };
}

function emptied(field: [key: string, text: string] | undefined): Json {
	return field ? { [field[0]]: "" } : {};
}

function textDeltas(block: AssistantContent, size: number | undefined): Json[] {
	const field = fieldOf(block);
	if (!field) return [];
	const parts = size === undefined ? words(field[1]) : cutText(field[1], size);
	return parts.map((part) => ({ [field[0]]: part }));
}

/** As OpenAI streams a call: id, name and empty arguments first, then the arguments in fragments. */
function callDeltas(block: ToolCall, index: number, size: number): Json[] {
	const fragment = (part: string) =>
		block.format === "text" ? { custom: { input: part } } : { function: { arguments: part } };
	const parts = cutText(argumentsOf(block), size).map((part) => ({ index, ...fragment(part) }));
	return [{ index, ...callHead(block, "") }, ...parts].map((part) => ({ tool_calls: [part] }));
}

function callHead({ id, name, format }: ToolCall, args: string): Json {
	if (format === "text") return { id, type: "custom", custom: { name, input: args } };
	return { id, type: "function", function: { name, arguments: args } };
}

function argumentsOf({ rawArguments, arguments: value, format }: ToolCall): string {
	if (rawArguments !== undefined) return rawArguments;
	return format === "text" ? String(value) : JSON.stringify(value ?? {});
}

function finishOf({ finishReason, stopReason }: ScriptedReply, blocks: AssistantContent[]): string | null {
	if (finishReason !== undefined) return finishReason;
	return finishReasons[
		stopReason ?? (blocks.some((block) => block.type === "toolCall") ? "toolUse" : "stop")
	];
}

/** OpenAI's `prompt_tokens` include what was read from and written to the cache; the canonical `input` does not. */
function usageOf(reply: ScriptedReply, call: WireCall): Json | undefined {
	const { usage } = reply;
	if (usage === null || usage?.unreported === true) return undefined;
	const size = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4);
	const {
		input = size(call.body.messages),
		output = size(blocksOf(reply)),
		cacheRead,
		cacheWrite,
	} = usage ?? {};
	const prompt = input + (cacheRead ?? 0) + (cacheWrite ?? 0);
	return {
		prompt_tokens: prompt,
		completion_tokens: output,
		total_tokens: usage?.totalTokens ?? prompt + output,
		prompt_tokens_details: {
			cached_tokens: cacheRead ?? 0,
			...(cacheWrite !== undefined && { cache_write_tokens: cacheWrite }),
		},
		completion_tokens_details: { reasoning_tokens: usage?.reasoning ?? 0 },
	};
}

/** Type and code by status, as in https://developers.openai.com/api/docs/guides/error-codes */
function errorBody({ status, message, code }: WireError): Json {
	const [type, usual] = errorTypes[status] ?? [status < 500 ? "invalid_request_error" : "server_error"];
	return { error: { message, type, param: null, code: code ?? usual ?? null } };
}

const errorTypes: Record<number, [type: string, code?: string]> = {
	401: ["invalid_request_error", "invalid_api_key"],
	429: ["requests", "rate_limit_exceeded"],
};

function isObject(value: unknown): value is Json {
	return typeof value === "object" && value !== null;
}
