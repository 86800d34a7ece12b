/** What both ways to read the AI SDK share: the call. */

import { toolName } from "../replies.js";

/** @param {import("../contenders.js").Setting} setting */
export async function aiSdk({ fetch, baseUrl, tool }) {
	globalThis.AI_SDK_LOG_WARNINGS = false;
	const ai = await import("ai");
	const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
	const provider = createOpenAICompatible({
		name: "bench",
		apiKey: "k",
		baseURL: baseUrl,
		fetch,
		includeUsage: true,
	});
	const model = provider("m");
	// Without `execute`, so that the SDK stops at the call.
	const tools = tool
		? { [toolName]: ai.tool({ inputSchema: ai.jsonSchema({ type: "object" }) }) }
		: undefined;
	return { ai, call: () => ai.streamText({ model, prompt: "hi", tools, maxRetries: 0 }) };
}
