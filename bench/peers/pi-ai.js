/** pi-ai: uniform events, each with one and the same partial, whose arguments are parsed as they come. */

const model = {
	id: "m",
	name: "m",
	api: "openai-completions",
	provider: "bench",
	reasoning: false,
	input: ["text"],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 128_000,
	maxTokens: 16_384,
};

/** @param {import("../contenders.js").Setting} setting @returns {Promise<import("../contenders.js").Call>} */
export async function open({ fetch, baseUrl }) {
	const { stream: call } = await import("@earendil-works/pi-ai/api/openai-completions");
	return async (watch) => {
		const stream = call(
			{ ...model, baseUrl },
			{ messages: [{ role: "user", content: "hi", timestamp: 0 }] },
			{ apiKey: "k", fetch, maxRetries: 0 },
		);
		let touched = 0;
		for await (const event of stream) {
			if (event.type === "text_delta") {
				const block = event.partial.content[event.contentIndex];
				touched += block.text.length;
				if (!watch) continue;
				watch.arrived?.(event.delta);
				if (watch.seen) await watch.seen(event.partial, block.text, event.delta);
			} else if (event.type === "toolcall_delta") {
				const preview = event.partial.content[event.contentIndex].arguments;
				if (preview !== undefined) touched++;
				if (watch?.seen) await watch.seen(event.partial, preview, event.delta);
			}
		}
		const message = await stream.result();
		if (message.stopReason === "error" || touched === 0)
			throw new Error(message.errorMessage ?? "no partial seen");
		const tool = message.content.find((block) => block.type === "toolCall");
		const text = message.content.find((block) => block.type === "text");
		return { text: text?.text ?? "", args: tool?.arguments };
	};
}

export const program = `
import { stream as call } from "@earendil-works/pi-ai/api/openai-completions";
const model = ${JSON.stringify({ ...model, baseUrl: "https://example.com/v1" })};
const stream = call(model, { messages: [{ role: "user", content: "hi", timestamp: 0 }] }, { apiKey: process.env.KEY });
for await (const event of stream) if (event.type === "text_delta") console.log(event.delta);
console.log(await stream.result());
`;
