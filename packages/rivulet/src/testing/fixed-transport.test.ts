import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { soon } from "../acceptance/fake-clock.ts";
import { providerModel } from "../api/provider-model.ts";
import { userMessage } from "../message/constructors.ts";
import type { ProviderChunk } from "../stream/provider-chunk.ts";
import { fixedTransport } from "./fixed-transport.ts";

const chunks: ProviderChunk[] = [
	{ type: "text", delta: "a" },
	{ type: "text", delta: "b" },
	{ type: "finish", reason: "stop" },
];
const { signal } = new AbortController();

async function all(stream: AsyncIterable<ProviderChunk>): Promise<ProviderChunk[]> {
	const seen: ProviderChunk[] = [];
	for await (const chunk of stream) seen.push(chunk);
	return seen;
}

describe("a fixed transport", () => {
	it("gives the same chunks for every request", async () => {
		const transport = fixedTransport(chunks);
		assert.deepEqual(await soon(all(transport.stream({}, { signal }))), chunks);
		assert.deepEqual(await soon(all(transport.stream({}, { signal }))), chunks);
	});

	it("takes any iterable, once", async () => {
		const transport = fixedTransport(new Set(chunks).values());
		for (let turn = 0; turn < 2; turn++)
			assert.equal((await all(transport.stream({}, { signal }))).length, 3);
	});

	it("keeps every request, in order", async () => {
		const transport = fixedTransport<{ turn: number }>(chunks);
		assert.deepEqual(transport.requests, []);
		for (const turn of [1, 2]) await all(transport.stream({ turn }, { signal }));
		assert.deepEqual(transport.requests, [{ turn: 1 }, { turn: 2 }]);
	});

	it("stops when its signal is aborted", async () => {
		const transport = fixedTransport(chunks);
		assert.deepEqual(await all(transport.stream({}, { signal: AbortSignal.abort() })), []);
		const abort = new AbortController();
		const seen: ProviderChunk[] = [];
		for await (const chunk of transport.stream({}, { signal: abort.signal })) {
			seen.push(chunk);
			abort.abort();
		}
		assert.deepEqual(seen, chunks.slice(0, 1));
	});

	it("shows what a model made of a context and options", async () => {
		const transport = fixedTransport<{ model: string; temperature: number }>(chunks);
		const model = providerModel({ provider: "p", model: "m", transport });
		const message = await soon(model.stream({ messages: [userMessage("hi")] }, { temperature: 0 }).result());
		assert.equal(message.stopReason, "stop");
		assert.equal(transport.requests.length, 1);
		assert.equal(transport.requests[0]?.model, "m");
		assert.equal(transport.requests[0]?.temperature, 0);
	});
});
