/** TanStack AI: uniform events without a partial; the application adds up what it wants. */

import { toolName } from "../replies.js";

/** @param {import("../contenders.js").Setting} setting @returns {Promise<import("../contenders.js").Call>} */
export async function open({ fetch, baseUrl, tool }) {
	const { chat } = await import("@tanstack/ai");
	const { createOpenaiChatCompletions } = await import("@tanstack/ai-openai");
	const adapter = createOpenaiChatCompletions("gpt-4.1", "k", { baseURL: baseUrl, fetch, maxRetries: 0 });
	const tools = tool
		? [{ name: toolName, description: "Saves orders", inputSchema: { type: "object", properties: {} } }]
		: [];
	return async (watch) => {
		let whole = "";
		let args;
		for await (const event of chat({ adapter, messages: [{ role: "user", content: "hi" }], tools })) {
			if (event.type === "TEXT_MESSAGE_CONTENT") {
				whole += event.delta;
				watch?.arrived?.(event.delta);
			} else if (event.type === "TOOL_CALL_ARGS") whole += event.delta;
			else if (event.type === "TOOL_CALL_END") args ??= event.input;
			else if (event.type === "RUN_ERROR") throw new Error(event.message);
		}
		return tool ? { text: "", args: args ?? JSON.parse(whole) } : { text: whole };
	};
}

export const program = `
import { chat } from "@tanstack/ai";
import { createOpenaiChatCompletions } from "@tanstack/ai-openai";
const adapter = createOpenaiChatCompletions("gpt-4.1", process.env.KEY);
for await (const event of chat({ adapter, messages: [{ role: "user", content: "hi" }] })) {
	if (event.type === "TEXT_MESSAGE_CONTENT") console.log(event.delta);
}
`;
