/** LangChain: chunks that an application adds up with `concat`, which gives a new chunk each time. */

/** @param {import("../contenders.js").Setting} setting @returns {Promise<import("../contenders.js").Call>} */
export async function open({ fetch, baseUrl, tool }) {
	const { ChatOpenAI } = await import("@langchain/openai");
	const { concat } = await import("@langchain/core/utils/stream");
	const model = new ChatOpenAI({
		model: "gpt-4.1",
		apiKey: "k",
		maxRetries: 0,
		configuration: { baseURL: baseUrl, fetch },
		useResponsesApi: false,
	});
	return async (watch) => {
		let sum;
		let touched = 0;
		for await (const chunk of await model.stream([["user", "hi"]])) {
			sum = sum ? concat(sum, chunk) : chunk;
			if (tool) touched += sum.tool_calls?.[0]?.args === undefined ? 0 : 1;
			else touched += sum.content.length;
			if (!watch) continue;
			const delta = tool ? chunk.tool_call_chunks?.[0]?.args : chunk.content;
			if (!delta) continue;
			watch.arrived?.(delta);
			if (watch.seen) await watch.seen(sum, tool ? sum.tool_calls?.[0]?.args : sum.content, delta);
		}
		if (touched === 0) throw new Error("no partial seen");
		return { text: sum.content, args: tool ? sum.tool_calls[0].args : undefined };
	};
}

export const program = `
import { ChatOpenAI } from "@langchain/openai";
import { concat } from "@langchain/core/utils/stream";
const model = new ChatOpenAI({ model: "gpt-4.1", apiKey: process.env.KEY });
let sum;
for await (const chunk of await model.stream([["user", "hi"]])) {
	console.log(chunk.content);
	sum = sum ? concat(sum, chunk) : chunk;
}
console.log(sum);
`;
