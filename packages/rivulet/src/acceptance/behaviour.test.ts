import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { after, test } from "node:test";
import type { ModelEvent } from "../stream/model-event.ts";
import { calls, delta, doneMarker, finish, good, goodOutcome, record, role, says } from "./bad-stream.ts";
import { checkOutcome } from "./check-outcome.ts";
import { checkStream } from "./check-stream.ts";
import { fakeClock, soon, turns } from "./fake-clock.ts";
import { type ChatOptions, chatModel, feed, hello, type Reply, utf8 } from "./feed.ts";

const unhandled: unknown[] = [];
process.on("unhandledRejection", (reason) => unhandled.push(reason));
after(async () => {
	await turns();
	assert.deepEqual(unhandled, [], "nothing is left unhandled");
});

const hanging: Reply = { pieces: [utf8(delta({ content: "hello" }))], end: "hang" };
const helloAborted = {
	stop: "aborted",
	content: [{ text: "hello" }],
	error: { kind: "aborted", message: "Request was aborted", retryable: false },
} as const;

for (const [how, onCancel] of [
	["", undefined],
	[", though its cancel() rejects", () => Promise.reject(new DOMException("aborted", "AbortError"))],
	[", though its cancel() never settles", () => new Promise<void>(() => {})],
] as const) {
	test(`abort-while-read-is-pending: a silent body that ignores the signal is left at once${how}`, async () => {
		const abort = new AbortController();
		const server = feed(onCancel === undefined ? hanging : { ...hanging, onCancel });
		const reply = chatModel(server.fetch).stream(hello, { signal: abort.signal });
		const collected = checkStream(reply);
		await turns();
		abort.abort();
		const { message, events } = await soon(collected, "the stream");
		checkOutcome(message, helloAborted);
		await turns();
		assert.equal(server.cancelled, 1);
		assert.equal((await allOf(reply)).length, events.length, "no event follows");
		assert.equal(getEventListeners(abort.signal, "abort").length, 0);
	});
}

test("abort-while-read-is-pending: a signal that is aborted before the call sends nothing", async () => {
	const server = feed({ pieces: [utf8(good)] });
	const reply = chatModel(server.fetch).stream(hello, { signal: AbortSignal.abort() });
	const { message, events } = await soon(checkStream(reply));
	checkOutcome(message, { ...helloAborted, content: [] });
	assert.equal(events.length, 1);
	assert.equal(server.requests.length, 0);
});

test("abort-while-read-is-pending: an abort after the end changes nothing", async () => {
	const abort = new AbortController();
	const reply = chatModel(feed({ pieces: [utf8(good)] }).fetch).stream(hello, { signal: abort.signal });
	const before = await reply.result();
	abort.abort();
	reply.cancel();
	const { message } = await checkStream(reply);
	assert.equal(message, before);
	checkOutcome(message, goodOutcome);
});

test("abort-while-read-is-pending: an AbortError of fetch's own, without our signal, is a network failure", async () => {
	const server = feed(() => Promise.reject(new DOMException("This operation was aborted", "AbortError")));
	const reply = chatModel(server.fetch).stream(hello, { signal: new AbortController().signal });
	const { message } = await soon(checkStream(reply));
	assert.equal(message.stopReason, "error");
	assert.equal(message.error?.kind, "network");
});

const paths: [string, ReturnType<typeof feed>, string | undefined][] = [
	["fetch throws", { ...feed(), fetch: thrower(new Error("no fetch today")) }, "network"],
	["fetch rejects", feed(() => Promise.reject(new TypeError("fetch failed"))), "network"],
	["HTTP 500", feed({ pieces: [], status: 500 }), "server"],
	["status 200 and no body", feed(() => new Response(null)), "stream_truncated"],
	["a payload that is no JSON", feed({ pieces: [utf8('data: {"\n\n')] }), "protocol"],
	["a whole reply", feed({ pieces: [utf8(good)] }), undefined],
];
for (const [path, server, kind] of paths) {
	test(`result-settles-on-every-path: ${path}, and nobody reads`, async () => {
		const message = await soon(chatModel(server.fetch).stream(hello).result(), "result()");
		assert.equal(message.error?.kind, kind);
	});
}

test("result-settles-on-every-path: an abort, and nobody reads", async () => {
	const abort = new AbortController();
	const reply = chatModel(feed(hanging).fetch).stream(hello, { signal: abort.signal });
	await turns();
	abort.abort();
	checkOutcome(await soon(reply.result(), "result()"), helloAborted);
});

test("result-settles-on-every-path: a reader that breaks leaves the request running to its end", async () => {
	const server = feed({
		pieces: [utf8(role + says("Hello ")), utf8(says("world") + finish("stop") + doneMarker)],
	});
	const reply = chatModel(server.fetch).stream(hello);
	for await (const event of reply) if (event.type === "start") break;
	const message = await soon(reply.result(), "result()");
	assert.equal(message.stopReason, "stop");
	assert.equal(server.drained, 1, "no body is left unread");
});

test("result-settles-on-every-path: cancel() ends the request after every reader has left", async () => {
	const server = feed(hanging);
	const reply = chatModel(server.fetch).stream(hello);
	for await (const event of reply) if (event.type === "start") break;
	await turns();
	reply.cancel();
	checkOutcome(await soon(reply.result(), "result()"), helloAborted);
	await turns();
	assert.equal(server.cancelled, 1);
});

test("unhandled-rejection-on-cancel: a read and a cancel() that reject late are both taken care of", async () => {
	const abort = new AbortController();
	let rejectRead: (reason: Error) => void = () => {};
	let cancels = 0;
	const pieces = [utf8(delta({ content: "hello" }))];
	const response = new Response("", { headers: { "content-type": "text/event-stream" } });
	const reader = {
		read: () => {
			const value = pieces.shift();
			if (value !== undefined) return Promise.resolve({ done: false, value });
			return new Promise((_, reject) => {
				rejectRead = reject;
			});
		},
		cancel: () => {
			cancels++;
			return Promise.reject(new Error("the socket is gone"));
		},
		releaseLock: () => {},
		closed: new Promise(() => {}),
	};
	Object.defineProperty(response, "body", {
		value: { getReader: () => reader, cancel: reader.cancel, locked: false },
	});
	const reply = chatModel(feed(() => response).fetch).stream(hello, { signal: abort.signal });
	const collected = checkStream(reply);
	await turns();
	abort.abort();
	checkOutcome((await soon(collected, "the stream")).message, helloAborted);
	rejectRead(new Error("the read is gone too"));
	await turns();
	assert.ok(cancels >= 1);
	assert.deepEqual(unhandled, []);
	assert.equal(getEventListeners(abort.signal, "abort").length, 0, "no listener is left on the signal");
});

const failures: [Error, string][] = [
	[new TypeError("fetch failed", { cause: new Error("read ECONNRESET") }), "ECONNRESET"],
	[new TypeError("terminated", { cause: new Error("other side closed") }), "other side closed"],
	[new Error("The socket connection was closed unexpectedly"), "closed unexpectedly"],
	[new Error("fail to touch upstream"), "fail to touch upstream"],
	[new Error("socket hang up"), "socket hang up"],
];
for (const [error, cause] of failures) {
	test(`network-failures-are-retryable: "${cause}", before and after some text`, async () => {
		const body = [utf8(says("Hello ")), utf8(says("wor"))];
		const before = await checkStream(chatModel(feed(() => Promise.reject(error)).fetch).stream(hello));
		const half = await checkStream(chatModel(feed({ pieces: body, end: { error } }).fetch).stream(hello));
		const failed = { stop: "error", error: { kind: "network", retryable: true, says: [cause] } } as const;
		checkOutcome(before.message, { ...failed, content: [] });
		checkOutcome(half.message, { ...failed, content: [{ text: "Hello wor" }] });
	});
}

test("network-failures-are-retryable: a reader that fails after the end does not change the result", async () => {
	const reply = chatModel(
		feed({ pieces: [utf8(good)], end: { error: new Error("socket hang up") } }).fetch,
	).stream(hello);
	checkOutcome((await checkStream(reply)).message, goodOutcome);
});

const overloaded = record({ error: { message: "Overloaded", type: "overloaded_error", code: 529 } });
const second = delta({ role: "assistant" }) + says("Hi") + finish("stop") + doneMarker;
const repeating: ChatOptions = { retry: { attempts: 1 }, timeouts: { connect: 0, firstEvent: 0, idle: 0 } };

test("retry-only-before-content: a failure before any content is repeated unseen", async () => {
	const clock = fakeClock();
	const server = feed({ pieces: [utf8(role + overloaded)] }, { pieces: [utf8(second)] });
	const collected = checkStream(chatModel(server.fetch, { ...repeating, clock }).stream(hello));
	await clock.advance(10_000);
	const { message, events } = await soon(collected);
	checkOutcome(message, { stop: "stop", raw: "stop", content: [{ text: "Hi" }] });
	assert.equal(events.filter((event) => event.type === "start").length, 1);
	assert.equal(server.requests.length, 2);
	assert.equal(message.timing?.attempts, 2);
});

test("retry-only-before-content: a failure after some text ends the reply, and nothing is joined to it", async () => {
	const clock = fakeClock();
	const server = feed({ pieces: [utf8(role + says("The fir") + overloaded)] }, { pieces: [utf8(second)] });
	const collected = checkStream(chatModel(server.fetch, { ...repeating, clock }).stream(hello));
	await clock.advance(60_000);
	const { message } = await soon(collected);
	checkOutcome(message, {
		stop: "error",
		content: [{ text: "The fir" }],
		error: { kind: "overloaded", retryable: true },
	});
	assert.equal(server.requests.length, 1);
});

/** What each of the arguments is at the end: a call that may run, or one that says what is wrong with it. */
const endings = [
	{ args: "", reason: "tool_calls", stop: "toolUse", runs: true },
	{ args: '{"path":"a', reason: "length", stop: "length", runs: false },
	{ args: '{"path":"a', reason: "tool_calls", stop: "toolUse", runs: false },
	{ args: "{}", reason: "tool_calls", stop: "toolUse", runs: true },
] as const;
for (const { args, reason, stop, runs } of endings) {
	test(`empty-arguments-are-not-truncation: arguments '${args}' with finish ${reason}`, async () => {
		const body = role + calls({ index: 0, id: "a", name: "read", args }) + finish(reason) + doneMarker;
		const { message } = await checkStream(chatModel(feed({ pieces: [utf8(body)] }).fetch).stream(hello));
		const call = { id: "a", name: "read", raw: args, ...(runs ? { value: {} } : {}) };
		checkOutcome(message, { stop, raw: reason, content: [call] });
		const [block] = message.content;
		assert.ok(block?.type === "toolCall");
		if (!runs) assert.match(block.argumentsError ?? "", /incomplete|not complete/i);
	});
}

async function allOf(reply: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
	const events: ModelEvent[] = [];
	for await (const event of reply) events.push(event);
	return events;
}

function thrower(error: Error): () => never {
	return () => {
		throw error;
	};
}
