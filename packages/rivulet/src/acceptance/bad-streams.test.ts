import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import type { AssistantMessage } from "../message/message.ts";
import type { BadStream } from "./bad-stream.ts";
import { badStreams } from "./bad-streams.ts";
import { checkOutcome } from "./check-outcome.ts";
import { type Collected, checkStream } from "./check-stream.ts";
import { counts } from "./counts.ts";
import { piecesOfSize } from "./cuts.ts";
import { fakeClock, soon, turns } from "./fake-clock.ts";
import { type ChatOptions, chatModel, feed, hello, type Reply, utf8 } from "./feed.ts";

const timeouts = { connect: 0, firstEvent: 3000, idle: 2000, total: 0 };
const unhandled: unknown[] = [];
process.on("unhandledRejection", (reason) => unhandled.push(reason));

for (const stream of badStreams) {
	test(`${stream.name}: ${stream.input}`, async () => {
		const body = utf8(stream.body);
		const whole = await read(stream, [body]);
		checkOutcome(whole.message, stream.expect);
		checkNames(whole.message);
		for (const size of [1, 17]) {
			const cut = await read(stream, piecesOfSize(body, size));
			assert.deepEqual(comparable(cut), comparable(whole), `in pieces of ${size} bytes`);
		}
	});
}

test("every scenario is there, each under a name of its own", () => {
	assert.equal(badStreams.length, counts.badStreams);
	assert.equal(new Set(badStreams.map((stream) => stream.name)).size, counts.badStreams);
});

for (const stream of badStreams) {
	if (stream.after === "hang") continue;
	test(`${stream.name} ends in the same state over a real socket`, async () => {
		const server = await serve(stream, (response) => {
			if (stream.after === "cut") response.write(stream.body, () => response.destroy());
			else response.end(stream.body);
		});
		try {
			const { message } = await checkStream(onSocket(server.baseUrl, stream).stream(hello));
			checkOutcome(message, stream.expect);
		} finally {
			await server.stop();
		}
	});
}

test("a server sees the socket close when the caller aborts", { timeout: 20_000 }, async () => {
	const stream = named("slow_abort");
	let closed: Promise<unknown> | undefined;
	const server = await serve(stream, (response) => {
		closed = once(response, "close");
		response.write(stream.body);
	});
	const abort = new AbortController();
	const reply = onSocket(server.baseUrl, stream).stream(hello, { signal: abort.signal });
	for await (const event of reply) if (event.type === "text_delta" && event.delta === "wor") abort.abort();
	checkOutcome(await reply.result(), stream.expect);
	await closed;
	await server.stop();
});

after(async () => {
	await turns();
	assert.deepEqual(unhandled, [], "nothing is left unhandled");
	console.log(`bad and good streams: ${badStreams.length} of ${counts.badStreams}`);
});

function named(name: string): BadStream {
	const found = badStreams.find((stream) => stream.name === name);
	assert.ok(found !== undefined);
	return found;
}

async function read(stream: BadStream, pieces: Uint8Array[]): Promise<Collected> {
	const clock = fakeClock();
	const abort = new AbortController();
	const server = feed(replyOf(stream, pieces));
	const model = chatModel(server.fetch, { clock, timeouts, ...compatOf(stream) });
	const reply = model.stream(hello, { signal: abort.signal });
	const collected = checkStream(reply);
	if (stream.during === undefined) return checkEnd(await collected);
	await turns(pieces.length + 20);
	if (stream.during === "abort") abort.abort();
	else {
		const wait = stream.during === "idle" ? timeouts.idle : timeouts.firstEvent;
		await clock.advance(wait - 1);
		assert.equal(server.cancelled, 0, "a clock does not run out early");
		await clock.advance(1);
	}
	const outcome = checkEnd(await soon(collected, "the stream"));
	await turns();
	assert.equal(server.cancelled, 1, "the body is cancelled");
	return outcome;

	function checkEnd(end: Collected): Collected {
		assert.equal(clock.pending, 0, "no timer is left");
		return end;
	}
}

function replyOf(stream: BadStream, pieces: Uint8Array[]): Reply {
	return {
		pieces,
		paced: true,
		status: stream.status ?? 200,
		headers: { "content-type": stream.contentType ?? "text/event-stream" },
		end: stream.after === "cut" ? { error: new TypeError("terminated") } : (stream.after ?? "close"),
	};
}

function compatOf(stream: BadStream): ChatOptions {
	return stream.finishReason === undefined ? {} : { compat: { finishReason: stream.finishReason } };
}

function comparable({ message, joined }: Collected): unknown {
	const { timestamp: _, timing: __, ...rest } = message;
	return { rest, joined };
}

function checkNames(message: AssistantMessage): void {
	assert.equal(message.api, "openai-completions");
	assert.equal(message.provider, "openai");
	assert.equal(message.model, "m-1");
	if (message.stopReason === "error" || message.stopReason === "aborted") return;
	assert.match(message.responseId ?? "", /^cc(-1)?$/);
	assert.equal(message.responseModel, "m");
	assert.equal(Object.hasOwn(Object.prototype, "polluted"), false, "no prototype is changed");
}

function onSocket(baseUrl: string, stream: BadStream) {
	return chatModel((url, init) => fetch(url, init), { baseUrl, ...compatOf(stream) });
}

async function serve(stream: BadStream, answer: (response: ServerResponse) => void) {
	const server = createServer((request, response) => {
		request.resume();
		response.writeHead(stream.status ?? 200, { "content-type": stream.contentType ?? "text/event-stream" });
		response.flushHeaders();
		answer(response);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${port}/v1`,
		stop: () => {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
}
