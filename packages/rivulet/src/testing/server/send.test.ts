import assert from "node:assert/strict";
import { once } from "node:events";
import { request as httpRequest, IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { openRaw, payloadsOf, rawAnswer, streamed, turns } from "./raw-client.test.helper.ts";
import { waitWhileOpen } from "./send.ts";
import { startScriptedServer } from "./server.ts";
import type { ScriptedReply } from "./types.ts";

/** Timers of these delays fire at the next turn and are listed; those of others (fetch has some) are left alone. */
function quickTimers(t: TestContext, ...which: number[]): number[] {
	const delays: number[] = [];
	const real = globalThis.setTimeout;
	t.mock.method(globalThis, "setTimeout", (run: () => void, ms: number) => {
		if (!which.includes(ms)) return real(run, ms);
		delays.push(ms);
		return setImmediate(run);
	});
	return delays;
}

const answer = () => new ServerResponse(new IncomingMessage(new Socket()));

test("a wait ends with what it waits for, or with the client's leaving", async () => {
	const response = answer();
	const wait = waitWhileOpen(response);
	assert.equal(await wait((done) => done()), true);
	const pending = wait(() => {});
	response.emit("close");
	assert.equal(await pending, false);
});

test("after the client has left a wait is not begun", async () => {
	const response = answer();
	const wait = waitWhileOpen(response);
	Object.defineProperty(response, "closed", { value: true });
	let begun = false;
	assert.equal(
		await wait(() => {
			begun = true;
		}),
		false,
	);
	assert.equal(begun, false);
});

test("cut says the bytes of each write, and the joined bytes stay the same", async () => {
	const reply: ScriptedReply = { content: "Grüße 🌊", id: "x" };
	await using server = await startScriptedServer({
		now: () => 0,
		replies: [reply, { ...reply, cut: 1 }, { ...reply, cut: 7 }, { ...reply, cut: [3, 50] }],
	});
	const plain = await rawAnswer(server.url, streamed);
	const sizes = [];
	for (let n = 0; n < 3; n++) {
		const answer = await rawAnswer(server.url, streamed);
		assert.deepEqual(answer.body, plain.body);
		sizes.push(answer.chunks.map((chunk) => chunk.length));
	}
	const [ones, sevens, mixed] = sizes;
	assert.equal(ones?.length, plain.body.length);
	assert.ok(sevens?.slice(0, -1).every((size) => size === 7));
	assert.ok(mixed?.slice(0, -1).every((size, index) => size === [3, 50][index % 2]));
});

test("a client reads the pieces one by one", async () => {
	await using server = await startScriptedServer({ replies: [{ content: "Hello", cut: 2 }] });
	const client = httpRequest(`${server.url}/chat/completions`, { method: "POST", agent: false });
	client.end(JSON.stringify(streamed));
	const [response] = (await once(client, "response")) as [IncomingMessage];
	let reads = 0;
	let bytes = 0;
	response.on("data", (piece: Buffer) => {
		reads++;
		bytes += piece.length;
	});
	await once(response, "end");
	assert.ok(reads === Math.ceil(bytes / 2) && reads > 100);
});

test("delays stand before the head and between the pieces", async (t) => {
	await using server = await startScriptedServer({
		replies: [{ content: "a b", headDelayMs: 700, delayMs: 30 }, { content: "a b" }],
	});
	const delays = quickTimers(t, 700, 30);
	assert.equal((await rawAnswer(server.url, streamed)).chunks.length, 5);
	assert.deepEqual(delays, [700, 30, 30, 30, 30]);
	await rawAnswer(server.url, streamed);
	assert.equal(delays.length, 5);
});

test("a client that leaves during a delay takes the timer with it", async (t) => {
	const set = t.mock.method(globalThis, "setTimeout");
	const cleared = t.mock.method(globalThis, "clearTimeout");
	await using server = await startScriptedServer({ replies: [{ content: "a", headDelayMs: 1_000_000 }] });
	const socket = openRaw(server.url, streamed);
	const request = await server.request(0);
	await turns();
	socket.destroy();
	await request.closed;
	await turns();
	const handle = set.mock.calls.find((call) => call.arguments[1] === 1_000_000)?.result;
	assert.ok(handle);
	assert.ok(cleared.mock.calls.some((call) => call.arguments[0] === handle));
	assert.equal(request.aborted, true);
});

test("a fetch that is aborted in the midst is noticed", async () => {
	await using server = await startScriptedServer({
		replies: [{ content: "One two", fault: { kind: "stall", after: 2 } }],
	});
	const leave = new AbortController();
	const response = await fetch(`${server.url}/chat/completions`, {
		method: "POST",
		body: JSON.stringify(streamed),
		signal: leave.signal,
	});
	const reader = response.body?.getReader();
	let text = "";
	while (payloadsOf(text).length < 2) text += Buffer.from((await reader?.read())?.value ?? []).toString();
	const request = await server.request(0);
	let over = false;
	const pending = reader?.read().catch(() => {
		over = true;
	});
	await turns();
	assert.deepEqual([over, request.aborted, server.running], [false, false, 1]);
	leave.abort();
	await request.closed;
	await pending;
	assert.deepEqual([over, request.aborted, server.running], [true, true, 0]);
});

test("a client of node:http that leaves in the midst is noticed, and its socket is gone", async () => {
	await using server = await startScriptedServer({
		replies: [{ content: "One two", fault: { kind: "stall", after: 2 } }],
	});
	const client = httpRequest(`${server.url}/chat/completions`, { method: "POST", agent: false });
	client.end(JSON.stringify(streamed));
	const [response] = (await once(client, "response")) as [IncomingMessage];
	let text = "";
	for await (const piece of response) {
		text += piece;
		if (payloadsOf(text).length === 2) break;
	}
	const request = await server.request(0);
	await request.closed;
	assert.deepEqual([request.aborted, server.running, server.openSockets], [true, 0, 0]);
});

test("a stall before the head leaves the client without an answer", async () => {
	await using server = await startScriptedServer({ replies: [{ fault: { kind: "stall", after: -1 } }] });
	const socket = openRaw(server.url, streamed);
	let bytes = 0;
	socket.on("data", (piece) => {
		bytes += piece.length;
	});
	const request = await server.request(0);
	await turns();
	assert.equal(bytes, 0);
	socket.destroy();
	await request.closed;
	assert.equal(request.aborted, true);
});

test("a stall may go on with comments until the client leaves", async (t) => {
	await using server = await startScriptedServer({
		replies: [{ content: "One two", fault: { kind: "stall", after: 2, keepAliveMs: 40 } }],
	});
	const delays = quickTimers(t, 40);
	const socket = openRaw(server.url, streamed);
	let text = "";
	for await (const piece of socket) {
		text += piece;
		if (text.split(": keep-alive\n\n").length > 5) break;
	}
	const request = await server.request(0);
	await request.closed;
	await turns();
	const count = delays.length;
	await turns();
	assert.equal(delays.length, count);
	assert.equal(payloadsOf(text.replaceAll("\r", "")).length, 2);
	assert.equal(request.aborted, true);
});

test("a slow reader slows the server, and every byte arrives", async (t) => {
	const text = "0123456789".repeat(2_400_000);
	const written = t.mock.method(ServerResponse.prototype, "write");
	await using server = await startScriptedServer({ replies: [{ raw: text, cut: 65_536 }] });
	const socket = openRaw(server.url, streamed);
	socket.pause();
	const request = await server.request(0);
	// More turns than there are pieces, so that a server that didn't wait would be done.
	const pieces = Math.ceil(text.length / 65_536);
	await turns(pieces * 3);
	assert.ok(written.mock.callCount() < pieces);
	let bytes = 0;
	socket.on("data", (piece) => {
		bytes += piece.length;
	});
	socket.resume();
	await once(socket, "close");
	assert.ok(bytes > text.length);
	assert.equal(written.mock.callCount(), pieces);
	assert.equal(request.aborted, false);
});
