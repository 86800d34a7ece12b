import type { AssistantContent, TextContent, UserContent } from "./content.ts";
import type { AssistantMessage, StopReason, UserMessage } from "./message.ts";
import { zeroUsage } from "./usage.ts";

/** A text block. */
export function text(value: string): TextContent {
	return { type: "text", text: value };
}

/** A user message of a string or of blocks, with the time of now. */
export function userMessage(content: string | UserContent[]): UserMessage {
	return {
		role: "user",
		content: typeof content === "string" ? [text(content)] : content,
		timestamp: Date.now(),
	};
}

/**
 * An assistant message, for tests and for histories that were not made by a call. Without `overrides` it is of
 * provider `scripted`, model `scripted-v1`, usage 0, and the time of now.
 */
export function assistantMessage(
	content: string | AssistantContent[],
	stopReason: StopReason = "stop",
	overrides: Partial<AssistantMessage> = {},
): AssistantMessage {
	return {
		role: "assistant",
		content: typeof content === "string" ? [text(content)] : content,
		provider: "scripted",
		model: "scripted-v1",
		usage: zeroUsage(),
		stopReason,
		timestamp: Date.now(),
		...overrides,
	};
}
