/** OpenAI's client with its own accumulator: one snapshot that each chunk changes. Arguments are not parsed in it. */

/** @param {import("../contenders.js").Setting} setting @returns {Promise<import("../contenders.js").Call>} */
export async function open({ fetch, baseUrl, tool }) {
	const { default: OpenAI } = await import("openai");
	const client = new OpenAI({ apiKey: "k", baseURL: baseUrl, fetch, maxRetries: 0 });
	return async (watch) => {
		const stream = client.chat.completions.stream({
			model: "m",
			messages: [{ role: "user", content: "hi" }],
			stream_options: { include_usage: true },
		});
		let partial;
		let touched = 0;
		for await (const chunk of stream) {
			// The snapshot is taken away at the end, which may come long before a slow reader has seen all chunks.
			partial = stream.currentChatCompletionSnapshot ?? partial;
			const message = partial?.choices[0]?.message;
			if (tool) touched += message?.tool_calls?.[0]?.function.arguments.length ?? 0;
			else touched += message?.content?.length ?? 0;
			const delta = chunk.choices[0]?.delta.content;
			if (!watch || !delta) continue;
			watch.arrived?.(delta);
			if (watch.seen) await watch.seen(partial, message.content, delta);
		}
		if (touched === 0) throw new Error("no partial seen");
		const { message } = (await stream.finalChatCompletion()).choices[0];
		return {
			text: message.content ?? "",
			args: tool ? JSON.parse(message.tool_calls[0].function.arguments) : undefined,
		};
	};
}

export const program = `
import OpenAI from "openai";
const client = new OpenAI({ apiKey: process.env.KEY });
const stream = client.chat.completions.stream({ model: "m", messages: [{ role: "user", content: "hi" }] });
for await (const chunk of stream) console.log(chunk.choices[0]?.delta.content);
console.log(await stream.finalChatCompletion());
`;
