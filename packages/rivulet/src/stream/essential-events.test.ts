import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { soon, turns } from "../acceptance/fake-clock.ts";
import { providerModel } from "../api/provider-model.ts";
import { userMessage } from "../message/constructors.ts";
import { fixedTransport } from "../testing/fixed-transport.ts";
import { essentialEvents } from "./essential-events.ts";
import type { ModelEvent } from "./model-event.ts";
import type { ProviderChunk } from "./provider-chunk.ts";

function streamOf(...chunks: ProviderChunk[]) {
	const transport = fixedTransport(chunks);
	return providerModel({ provider: "p", model: "m", transport }).stream({ messages: [userMessage("hi")] });
}

async function typesOf(events: AsyncIterable<ModelEvent>): Promise<string> {
	const types: string[] = [];
	for await (const event of events) types.push(event.type);
	return types.join(" ");
}

const reply: ProviderChunk[] = [
	{ type: "thinking", delta: "hm" },
	{ type: "text", delta: "a" },
	{ type: "block", kind: "serverTool", block: "s", id: "s1", name: "search", arguments: {} },
	{ type: "tool", index: 0, id: "c1", name: "f", argumentsDelta: "{}" },
	{ type: "finish", reason: "tool_calls" },
];

describe("the essential events", () => {
	it("are start, text and call deltas, the end of a call, and the end of all", async () => {
		const stream = streamOf(...reply);
		assert.equal(await typesOf(essentialEvents(stream)), "start text_delta toolcall_delta toolcall_end done");
	});

	it("have the error that ends a stream", async () => {
		assert.equal(
			await typesOf(essentialEvents(streamOf({ type: "text", delta: "a" }))),
			"start text_delta error",
		);
		assert.equal(await typesOf(essentialEvents(streamOf())), "error");
	});

	it("are the events of the stream themselves, and leave none out for another reader", async () => {
		const stream = streamOf(...reply);
		const whole: ModelEvent[] = [];
		for await (const event of stream) whole.push(event);
		for await (const event of essentialEvents(stream)) assert.ok(whole.includes(event));
		assert.equal(whole.length, 13);
	});

	it("leave the stream running where their reader leaves", async () => {
		const stream = streamOf(...reply);
		for await (const event of essentialEvents(stream)) {
			assert.equal(event.type, "start");
			break;
		}
		await turns();
		assert.equal((await soon(stream.result())).stopReason, "toolUse");
	});
});
