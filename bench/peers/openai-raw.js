/** OpenAI's own client, read chunk by chunk; the application adds up what it wants. */

/** @param {import("../contenders.js").Setting} setting @returns {Promise<import("../contenders.js").Call>} */
export async function open({ fetch, baseUrl, tool }) {
	const { default: OpenAI } = await import("openai");
	const client = new OpenAI({ apiKey: "k", baseURL: baseUrl, fetch, maxRetries: 0 });
	return async (watch) => {
		const stream = await client.chat.completions.create({
			model: "m",
			messages: [{ role: "user", content: "hi" }],
			stream: true,
			stream_options: { include_usage: true },
		});
		let whole = "";
		for await (const chunk of stream) {
			const delta = chunk.choices[0]?.delta;
			const more = tool ? delta?.tool_calls?.[0].function.arguments : delta?.content;
			if (!more) continue;
			whole += more;
			watch?.arrived?.(more);
		}
		return tool ? { text: "", args: JSON.parse(whole) } : { text: whole };
	};
}

export const program = `
import OpenAI from "openai";
const client = new OpenAI({ apiKey: process.env.KEY });
const stream = await client.chat.completions.create({ model: "m", messages: [{ role: "user", content: "hi" }], stream: true });
for await (const chunk of stream) console.log(chunk.choices[0]?.delta.content);
`;
