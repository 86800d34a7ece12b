/**
 * One call, layer by layer: from the context down to the bytes of a Chat Completions server and back up to one message.
 *
 * The server is real, on a socket of the loopback address, and answers by a script. Time is fixed, so that the output is
 * always the same.
 */

import { type AgentContext, type Clock, type ProviderChunk, userMessage } from "rivulet";
import { openAICompletions, toProviderMessages, toProviderTools } from "rivulet/openai-completions";
import { startScriptedServer } from "rivulet/testing/server";

const noon = Date.UTC(2026, 0, 1, 12);
const clock: Clock = {
	now: () => noon,
	setTimeout: (run, ms) => setTimeout(run, ms),
	clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

const context: AgentContext = {
	systemPrompt: "Answer in one sentence.",
	messages: [{ ...userMessage("How warm is it in Graz?"), timestamp: noon }],
	tools: [
		{
			name: "weather",
			description: "The weather in a city",
			parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
		},
	],
};

await using server = await startScriptedServer({
	now: clock.now,
	replies: [
		{
			id: "chatcmpl-1",
			content: [
				{ type: "thinking", thinking: "They want the temperature." },
				{ type: "text", text: "I'll look." },
				{ type: "toolCall", id: "call_1", name: "weather", arguments: { city: "Graz" } },
			],
			usage: { input: 40, output: 20, cacheRead: 10, reasoning: 6 },
		},
	],
});

const chunks: ProviderChunk[] = [];
const decoder = new TextDecoder();
let wire = "";

const model = openAICompletions({
	model: "small-1",
	baseUrl: server.url,
	apiKey: "not-a-real-key",
	clock,
	onRecord(record) {
		if (record.type === "bytes") wire += decoder.decode(record.bytes, { stream: true });
	},
	onChunk: (chunk) => chunks.push(chunk),
});

const events: string[] = [];
const stream = model.stream(context, { temperature: 0 });
for await (const event of stream) {
	events.push("delta" in event ? `${event.type} ${JSON.stringify(event.delta)}` : event.type);
}

show("The context", context);
show("Its messages on the wire (toProviderMessages)", toProviderMessages(context));
show("Its tools on the wire (toProviderTools)", toProviderTools(context.tools));
show("The body that the server received", server.requests[0]?.body);
list("The records that it sent (onRecord)", wire.trim().split("\n\n"));
list(
	"What they say (onChunk)",
	chunks.map((chunk) => JSON.stringify(chunk)),
);
list("The events", events);
show("The message", await stream.result());

function show(title: string, value: unknown): void {
	console.log(`## ${title}\n\n${JSON.stringify(value, null, 2)}\n`);
}

function list(title: string, lines: string[]): void {
	console.log(`## ${title}\n\n${lines.join("\n")}\n`);
}
