/** The AI SDK where partials are wanted: its UI messages, a new one at each part of the stream. */

import { aiSdk } from "./ai-sdk.js";

/** @param {import("../contenders.js").Setting} setting @returns {Promise<import("../contenders.js").Call>} */
export async function open(setting) {
	const { ai, call } = await aiSdk(setting);
	return async (watch) => {
		let last;
		let touched = 0;
		const stream = ai.toUIMessageStream({ stream: call().stream });
		for await (const message of ai.readUIMessageStream({ stream, terminateOnError: true })) {
			last = message.parts.at(-1);
			if (last?.type === "text") touched += last.text.length;
			else if (last?.input !== undefined) touched++;
			if (!watch) continue;
			if (last?.text) watch.arrived?.(last.text);
			// It does not say what is new, so a partial can't be compared with what was told.
			if (watch.seen) await watch.seen(message, last?.text ?? last?.input);
		}
		if (touched === 0) throw new Error("no partial seen");
		return { text: last.text ?? "", args: last.input };
	};
}

export const program = `
import { readUIMessageStream, streamText, toUIMessageStream } from "ai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
const provider = createOpenAICompatible({ name: "x", baseURL: "https://example.com/v1", apiKey: process.env.KEY });
const result = streamText({ model: provider("m"), prompt: "hi" });
const stream = toUIMessageStream({ stream: result.stream });
for await (const message of readUIMessageStream({ stream })) console.log(message.parts.at(-1));
`;
