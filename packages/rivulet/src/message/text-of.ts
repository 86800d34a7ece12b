import type { AgentMessage } from "./message.ts";

/**
 * The lossy text view of a message: its text blocks joined by a line feed, and nothing else. The message itself is
 * not touched.
 */
export function textOf(message: AgentMessage): string {
	const texts: string[] = [];
	for (const block of message.content) {
		if (block.type === "text") texts.push(block.text);
	}
	return texts.join("\n");
}
