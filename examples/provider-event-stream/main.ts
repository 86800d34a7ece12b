/**
 * A reply collected from its events.
 *
 * `providerModel` makes a model of a transport: anything that streams chunks. This one gives the same few chunks for
 * every request, and keeps the requests, so that the provider's input can be looked at as well.
 */

import { type AgentContext, providerModel, textOf, userMessage } from "rivulet";
import { fixedTransport } from "rivulet/testing";

const transport = fixedTransport<{ messages: unknown[]; tools?: unknown[] }>([
	{ type: "text", delta: "Two " },
	{ type: "text", delta: "clocks." },
	{ type: "tool", index: 0, id: "call_1", name: "time", argumentsDelta: '{"zone":' },
	{ type: "tool", index: 0, argumentsDelta: '"Asia/Tokyo"}' },
	{ type: "tool", index: 1, id: "call_2", name: "time", argumentsDelta: '{"zone":"Europe/Vienna"}' },
	{ type: "usage", usage: { input: 12, output: 34 } },
	{ type: "finish", reason: "tool_calls" },
]);
const model = providerModel({ provider: "fixed", model: "fixed-1", transport });

const context: AgentContext = {
	systemPrompt: "You know what time it is.",
	messages: [userMessage("What time is it in Tokyo and in Vienna?")],
	tools: [{ name: "time", description: "The time in a zone", parameters: { type: "object" } }],
};

let text = "";
const calls: string[] = [];
const stream = model.stream(context);
for await (const event of stream) {
	switch (event.type) {
		case "text_delta":
			text += event.delta;
			console.log(`${event.type} ${JSON.stringify(event.delta)}`);
			break;
		case "toolcall_delta":
			// The arguments as far as they have come: good to look at, never to be run.
			console.log(`${event.type} ${event.contentIndex} ${JSON.stringify(event.preview)}`);
			break;
		case "toolcall_end":
			calls.push(event.toolCall.id);
			console.log(`${event.type} ${event.contentIndex} ${event.toolCall.id}`);
			break;
		case "done":
			// Only now the calls may be run.
			console.log(`${event.type} ${event.reason}`);
			break;
		case "error":
			console.log(`${event.type} ${event.error.errorMessage}`);
			break;
		default:
			console.log(event.type);
	}
}

const message = await stream.result();
// Left out: when it was, and how long it took.
console.log(`\n${JSON.stringify({ ...message, timestamp: undefined, timing: undefined }, null, 2)}`);
console.log(`\nCollected: ${JSON.stringify(text)} and ${calls.join(", ")}`);
console.log(`The same text as the message's: ${text === textOf(message)}`);

const [request] = transport.requests;
console.log(`The provider got ${request?.messages.length} messages and ${request?.tools?.length} tool.`);
