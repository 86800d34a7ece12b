import { isOwn, type Target } from "../../handoff/origin.ts";
import type { ToolCall, UserContent } from "../../message/content.ts";
import type { AgentContext } from "../../message/context.ts";
import { defined } from "../../message/defined.ts";
import type { AssistantMessage, Message } from "../../message/message.ts";
import type { InputKind } from "../model.ts";
import { RequestError } from "../request-error.ts";
import type { CompletionsCompat } from "./compat.ts";

type Json = { [member: string]: unknown };
export type WirePart = { type: string; [member: string]: unknown };
export type WireContent = string | WirePart[];

/** A message in the form of Chat Completions. */
export interface WireMessage {
	role: "system" | "developer" | "user" | "assistant" | "tool";
	content: WireContent | null;
	[member: string]: unknown;
}

export interface MessageTarget extends Target {
	input: InputKind[];
	compat: CompletionsCompat;
}

/** Counts what could not be carried over as it was, by what was done. */
export type Changes = Map<string, number>;

const anyone: MessageTarget = { api: "", provider: "", id: "", input: ["text", "image", "file"], compat: {} };

/**
 * Messages in the form of Chat Completions (https://platform.openai.com/docs/api-reference/chat/create, `messages`).
 *
 * Several text blocks of a message join with a line feed. Tool messages carry `tool_call_id` and `name`; their images
 * follow in a user message, since tool messages take text alone. A call carries its `rawArguments` where they are
 * whole JSON. Thoughts and provider data go back to their own model alone, in the member that they came in
 * (`providerData.field`), `reasoning_details` in order (OpenRouter), `extra_content` on its call (Gemini's signatures).
 *
 * @param source a context, whose system prompt then comes first, or messages alone
 * @throws {RequestError} on a role that no model may see, naming index and role
 */
export function toProviderMessages(
	source: AgentContext | readonly Message[],
	target: MessageTarget = anyone,
	changes: Changes = new Map(),
): WireMessage[] {
	const { systemPrompt, messages } = (Array.isArray(source) ? { messages: source } : source) as AgentContext;
	const { compat } = target;
	const wire: WireMessage[] = [];
	/** Images of tool results, which wait for the last result of the turn. */
	const images: WirePart[] = [];

	const count = (what: string): void => void changes.set(what, (changes.get(what) ?? 0) + 1);
	const push = (role: WireMessage["role"], content: WireContent | null, members?: Json): void => {
		wire.push(defined<WireMessage>({ role, content, ...members }));
	};
	const pushUser = (parts: WirePart[]): void => {
		if (parts.length === 0) return;
		if (compat.requiresAssistantAfterToolResult && wire.at(-1)?.role === "tool") {
			push("assistant", "The tool results are read.");
		}
		push("user", contentOf(parts));
	};

	const pushAssistant = (message: AssistantMessage): void => {
		const own = isOwn(message, target);
		const texts: string[] = [];
		const calls: Json[] = [];
		const thoughts: { [field: string]: string } = {};
		const details: unknown[] = [];
		for (const block of message.content) {
			const { field, reasoning_details, extra_content } = (own && block.providerData) || ({} as Json);
			const list: unknown[] = Array.isArray(reasoning_details) ? reasoning_details : [];
			if (block.type === "text") texts.push(block.text);
			else if (block.type === "toolCall") {
				calls.push(wireCall(block, extra_content));
				details.push(...list);
			} else if (block.type !== "thinking" || !own) count(`dropped ${block.type} block`);
			else if (compat.requiresThinkingAsText) texts.push(block.thinking);
			else if (compat.replaysReasoning !== false) {
				details.push(...list);
				// Else it goes back in the member that it came in.
				if (list.length === 0 && typeof field === "string") {
					thoughts[field] = (thoughts[field] ?? "") + block.thinking;
				}
			}
		}
		const said = texts.filter((text) => text.trim()).join("\n");
		if (!said && calls.length === 0) return;
		if (compat.requiresReasoningContentOnAssistantMessages) thoughts.reasoning_content ??= "";
		push("assistant", said || (compat.requiresNonNullAssistantContent ? "" : null), {
			...thoughts,
			reasoning_details: details.length ? details : undefined,
			tool_calls: calls.length ? calls : undefined,
		});
	};

	const userPart = (block: UserContent): WirePart[] => {
		if (block.type === "text") return textPart(block.text);
		const { type, url, mimeType, data = "" } = block;
		if (!target.input.includes(type)) {
			count(`replaced ${type}`);
			return textPart(`(${type} left out: this model does not take it)`);
		}
		const inline = `data:${mimeType};base64,${data}`;
		if (type === "image") return [{ type: "image_url", image_url: { url: url ?? inline } }];
		const { name } = block;
		if (url !== undefined) {
			// Chat Completions takes a file's bytes or an uploaded id, no address.
			count("linked file");
			return textPart(`(file ${name ?? ""}: ${url})`);
		}
		const format = /^audio\/(?:x-)?(wav|mp3|mpeg)$/.exec(mimeType)?.[1]?.replace("mpeg", "mp3");
		if (format) return [{ type: "input_audio", input_audio: { data, format } }];
		return [{ type: "file", file: { filename: name ?? "file", file_data: inline } }];
	};

	if (systemPrompt) push(compat.supportsDeveloperRole ? "developer" : "system", systemPrompt);
	for (const [index, message] of messages.entries()) {
		const role: unknown = message?.role;
		const at = `messages[${index}].`;
		if (role !== "user" && role !== "assistant" && role !== "toolResult") {
			throw new RequestError(`${at}role ${JSON.stringify(role)} can't be sent to a model`);
		}
		if (!Array.isArray(message.content) || message.content.some((block) => !block)) {
			throw new RequestError(`${at}content must be a list of blocks`);
		}
		if (message.role !== "toolResult") pushUser(images.splice(0));
		if (message.role === "assistant") {
			pushAssistant(message);
			continue;
		}
		const parts = message.content.flatMap(userPart);
		if (message.role === "user") {
			pushUser(parts);
			continue;
		}
		const { toolName, toolCallId } = message;
		const apart = compat.supportsImagesInToolResults ? [] : parts.filter((part) => !isText(part));
		const content = contentOf(parts.filter((part) => !apart.includes(part)));
		const empty = apart.length ? "(see the attachment in the next message)" : "(no output)";
		push("tool", content || empty, {
			tool_call_id: toolCallId,
			name: compat.requiresToolResultName === false ? undefined : toolName,
		});
		if (apart.length) images.push(...textPart(`From the result of ${toolName} (${toolCallId}):`), ...apart);
		for (const _ of apart) count("moved image");
	}
	pushUser(images);
	return wire;
}

function wireCall(call: ToolCall, extra_content: unknown): Json {
	const { id, name, rawArguments } = call;
	if (call.format === "text") {
		return { id, type: "custom", custom: { name, input: rawArguments ?? String(call.arguments) } };
	}
	let text = rawArguments ?? JSON.stringify(call.arguments ?? {});
	// Servers parse the text: what was cut must not be sent back, and no text at all is refused by many.
	if (call.argumentsError !== undefined || !text.trim()) text = "{}";
	return defined<Json>({ id, type: "function", function: { name, arguments: text }, extra_content });
}

/** No part where there is no text: an empty one is refused. */
function textPart(text: string): WirePart[] {
	return text ? [{ type: "text", text }] : [];
}

function isText(part: WirePart): boolean {
	return part.type === "text";
}

/** A string where all is text, which every server takes; else parts. */
function contentOf(parts: WirePart[]): WireContent {
	return parts.every(isText) ? parts.map((part) => part.text).join("\n") : parts;
}
