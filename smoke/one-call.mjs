// One Chat Completions call through the package as it is published, without a network and with nothing but what
// every runtime has. The output is the same wherever it runs.

import { textOf, userMessage } from "rivulet";
import { openAICompletions } from "rivulet/openai-completions";

/** @param {object} delta @param {string | null} [finish] */
const choice = (delta, finish = null) => ({
	id: "chatcmpl-1",
	object: "chat.completion.chunk",
	model: "small-1",
	choices: [{ index: 0, delta, finish_reason: finish }],
});
/** @param {object} members */
const call = (members) => ({ tool_calls: [{ index: 0, ...members }] });
const payloads = [
	choice({ role: "assistant", content: "" }),
	choice({ content: "Grüße " }),
	choice({ content: "🌊" }),
	choice(call({ id: "call_1", type: "function", function: { name: "weather", arguments: "" } })),
	choice(call({ function: { arguments: '{"city":"Gr' } })),
	choice(call({ function: { arguments: 'az"}' } })),
	choice({}, "tool_calls"),
	{ ...choice({}), choices: [], usage: { prompt_tokens: 9, completion_tokens: 7, total_tokens: 16 } },
];
const body = `${payloads.map((payload) => `data: ${JSON.stringify(payload)}\n\n`).join("")}data: [DONE]\n\n`;

/** A server's answer in pieces of seven bytes, which cut lines, characters and events anywhere. */
function answer() {
	const bytes = new TextEncoder().encode(body);
	let at = 0;
	const pieces = new ReadableStream({
		pull(controller) {
			if (at >= bytes.length) return controller.close();
			controller.enqueue(bytes.slice(at, at + 7));
			at += 7;
		},
	});
	return new Response(pieces, { headers: { "content-type": "text/event-stream" } });
}

const model = openAICompletions({
	model: "small-1",
	baseUrl: "https://models.example/v1",
	apiKey: "not-a-real-key",
	fetch: async (url, init) => {
		console.log(init?.method, String(url));
		return answer();
	},
});

const stream = model.stream({ messages: [userMessage("How is the weather?")] });
for await (const event of stream) {
	switch (event.type) {
		case "text_delta":
		case "toolcall_delta":
			console.log(event.type, event.contentIndex, JSON.stringify(event.delta));
			break;
		case "toolcall_end":
			console.log(
				event.type,
				event.contentIndex,
				event.toolCall.name,
				JSON.stringify(event.toolCall.arguments),
			);
			break;
		case "done":
			console.log(event.type, event.reason);
			break;
		case "error":
			console.log(event.type, event.reason, event.error.errorMessage);
			break;
		default:
			console.log(event.type);
	}
}
const message = await stream.result();
console.log(JSON.stringify(textOf(message)), message.responseId, message.usage.input, message.usage.output);
