/** Rivulet as an application uses it: one factory, one loop over the events, the partial of each looked at. */

/** @param {import("./contenders.js").Setting} setting @returns {Promise<import("./contenders.js").Call>} */
export async function open({ fetch, baseUrl }) {
	const { openAICompletions } = await import("rivulet/openai-completions");
	const model = openAICompletions({ model: "m", baseUrl, apiKey: "k", fetch, provider: "bench" });
	return async (watch) => {
		const stream = model.stream({
			messages: [{ role: "user", content: [{ type: "text", text: "hi" }], timestamp: 0 }],
		});
		let touched = 0;
		for await (const event of stream) {
			if (event.type === "text_delta") {
				const block = event.partial.content[event.contentIndex];
				touched += block.text.length;
				if (!watch) continue;
				watch.arrived?.(event.delta);
				if (watch.seen) await watch.seen(event.partial, block.text, event.delta);
			} else if (event.type === "toolcall_delta") {
				const block = event.partial.content[event.contentIndex];
				const preview = event.preview;
				if (block.type === "toolCall" && preview !== undefined) touched++;
				if (watch?.seen) await watch.seen(event.partial, preview, event.delta);
			}
		}
		const message = await stream.result();
		if (message.stopReason === "error" || touched === 0)
			throw new Error(message.errorMessage ?? "no partial seen");
		const call = message.content.find((block) => block.type === "toolCall");
		const text = message.content.find((block) => block.type === "text");
		return { text: text?.text ?? "", args: call?.arguments };
	};
}

export const program = `
import { openAICompletions } from "rivulet/openai-completions";
const model = openAICompletions({ model: "m", baseUrl: "https://example.com/v1", apiKey: process.env.KEY });
const stream = model.stream({ messages: [{ role: "user", content: [{ type: "text", text: "hi" }], timestamp: Date.now() }] });
for await (const event of stream) if (event.type === "text_delta") console.log(event.delta);
console.log(await stream.result());
`;
