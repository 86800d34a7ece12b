/**
 * A provider of your own: what speaks none of the known protocols becomes a model with one small transport.
 *
 * This provider streams `event: token`, `event: action` and `event: end`. The transport says what it reads, as chunks;
 * events, partials, calls and the one message are made of them as for every other provider.
 */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ProviderChunk, type ProviderTransport, providerModel, textOf, userMessage } from "rivulet";

function transport(url: string): ProviderTransport<{ lines: string[] }> {
	return {
		async *stream(request, { signal }) {
			const response = await fetch(url, { method: "POST", body: JSON.stringify(request), signal });
			// What a transport throws ends the reply as an error of kind `network`.
			if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
			const decoder = new TextDecoder();
			let rest = "";
			for await (const bytes of response.body) {
				const records = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
				rest = records.pop() ?? "";
				for (const record of records) yield chunkOf(record);
			}
		},
	};
}

function chunkOf(record: string): ProviderChunk {
	const [, event, data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(record) ?? [];
	const { text, id, name, input, because } = membersOf(data);
	if (event === "token" && typeof text === "string") return { type: "text", delta: text };
	if (event === "action" && typeof id === "string" && typeof name === "string") {
		return { type: "tool", id, name, argumentsDelta: JSON.stringify(input ?? {}) };
	}
	if (event === "end" && because === "answered") return { type: "finish", reason: "stop", raw: because };
	if (event === "end" && because === "acting") return { type: "finish", reason: "toolUse", raw: because };
	const message = `Invalid provider chunk: ${record.replace("\n", " ")}`;
	return { type: "error", error: { kind: "protocol", message, retryable: false } };
}

/** Data from outside is unknown until it is checked. */
function membersOf(json: string): { [member: string]: unknown } {
	try {
		const value: unknown = JSON.parse(json);
		return typeof value === "object" && value !== null ? { ...value } : {};
	} catch {
		return {};
	}
}

// The provider itself. It cuts its records anywhere, and in its second reply it breaks its own rules.
const replies = [
	[
		'event: token\ndata: {"text":"Opening "}\n\nevent: token\ndata: {"te',
		'xt":"the door."}\n\nevent: action\ndata: {"id":"a1","name":"open","input":{"door":"north"}}\n\n',
		'event: end\ndata: {"because":"acting"}\n\n',
	],
	['event: token\ndata: {"text":"It is "}\n\n', 'event: token\ndata: {"text":42}\n\n'],
];
const server = createServer((_, response) => {
	for (const piece of replies.shift() ?? []) response.write(piece);
	response.end();
});
await once(server.listen(0, "127.0.0.1"), "listening");

const model = providerModel({
	provider: "doors",
	model: "door-keeper",
	transport: transport(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
	request: ({ messages }) => ({ lines: messages.map(textOf) }),
});

for (const question of ["Open the north door.", "Is it open?"]) {
	const stream = model.stream({ messages: [userMessage(question)] });
	for await (const event of stream) {
		console.log("delta" in event ? `${event.type} ${JSON.stringify(event.delta)}` : event.type);
	}
	const message = await stream.result();
	// Left out: when it was, and how long it took.
	console.log(`${JSON.stringify({ ...message, timestamp: undefined, timing: undefined }, null, 2)}\n`);
}
server.close();
