import { text } from "../../message/constructors.ts";
import type { ToolCall, UserContent } from "../../message/content.ts";
import type { ToolResultMessage } from "../../message/message.ts";

/** The call that {@link result} answers. */
export const call: ToolCall = { type: "toolCall", id: "c1", name: "f", arguments: { a: 1 } };

/** The smallest image. */
export const image = { type: "image", data: "AA==", mimeType: "image/png" } as const;

/** A result of the tool `f`, with details that must never be sent. */
export function result(content: string | UserContent[], id = "c1"): ToolResultMessage {
	return {
		role: "toolResult",
		toolCallId: id,
		toolName: "f",
		content: typeof content === "string" ? [text(content)] : content,
		details: { secret: "never sent" },
		isError: false,
		timestamp: 1,
	};
}
