import type { AgentContext } from "rivulet";
import type { Line } from "./line.ts";

/** Layer 1: what is saved and sent, one line a block. */
export function contextLayer({ systemPrompt, tools = [], messages }: AgentContext): Line[] {
	const lines: Line[] = [];
	const add = (name: string, value: unknown) => lines.push(`${name.padEnd(11)}${JSON.stringify(value)}`);
	if (systemPrompt) add("system", systemPrompt);
	for (const { name, parameters } of tools) add("tool", { name, parameters });
	for (const message of messages) {
		let name: string = message.role;
		if (message.role === "toolResult") {
			const { toolCallId, toolName, isError } = message;
			add(name, { toolCallId, toolName, isError });
			name = "";
		}
		for (const block of message.content) {
			add(name, block);
			name = "";
		}
	}
	return lines;
}
