/** The AI SDK's full stream: uniform events without a partial. */

import { aiSdk } from "./ai-sdk.js";

/** @param {import("../contenders.js").Setting} setting @returns {Promise<import("../contenders.js").Call>} */
export async function open(setting) {
	const { call } = await aiSdk(setting);
	return async (watch) => {
		let text = "";
		let raw = "";
		let args;
		for await (const part of call().stream) {
			if (part.type === "text-delta") {
				text += part.text;
				watch?.arrived?.(part.text);
			} else if (part.type === "tool-input-delta") raw += part.delta;
			else if (part.type === "tool-call") args = part.input;
			else if (part.type === "error") throw part.error;
		}
		if (setting.tool && raw === "") throw new Error("no fragments seen");
		return { text, args };
	};
}

export const program = `
import { streamText } from "ai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
const provider = createOpenAICompatible({ name: "x", baseURL: "https://example.com/v1", apiKey: process.env.KEY });
const result = streamText({ model: provider("m"), prompt: "hi" });
for await (const part of result.stream) if (part.type === "text-delta") console.log(part.text);
console.log(await result.text);
`;
