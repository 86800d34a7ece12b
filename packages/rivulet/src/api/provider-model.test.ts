import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { after, describe, it } from "node:test";
import { checkStream } from "../acceptance/check-stream.ts";
import { fakeClock, soon, turns } from "../acceptance/fake-clock.ts";
import { text, userMessage } from "../message/constructors.ts";
import type { AgentContext } from "../message/context.ts";
import type { ModelError } from "../message/model-error.ts";
import type { ModelEvent } from "../stream/model-event.ts";
import type { ProviderChunk, ProviderTransport } from "../stream/provider-chunk.ts";
import { fixedTransport } from "../testing/fixed-transport.ts";
import { type ProviderModelConfig, providerModel } from "./provider-model.ts";
import { RequestError } from "./request-error.ts";

const unhandled: unknown[] = [];
process.on("unhandledRejection", (reason) => unhandled.push(reason));
after(async () => {
	await turns();
	assert.deepEqual(unhandled, [], "nothing is left unhandled");
});

const hello: AgentContext = { messages: [{ ...userMessage("hi"), timestamp: 1 }] };
const whole: ProviderChunk[] = [
	{ type: "text", delta: "a" },
	{ type: "finish", reason: "stop" },
];
const aborted = { kind: "aborted", message: "Request was aborted", retryable: false };

function modelOf<R = unknown>(transport: ProviderTransport<R>, config: Partial<ProviderModelConfig<R>> = {}) {
	return providerModel<R>({ provider: "p", model: "m", transport, ...config });
}

function play(transport: ProviderTransport, config?: Partial<ProviderModelConfig<unknown>>) {
	return soon(checkStream(modelOf(transport, config).stream(hello)));
}

/** Gives these chunks, and then waits for ever and does not listen to its signal. */
function deaf(...chunks: ProviderChunk[]) {
	const seen = { left: 0, signal: undefined as AbortSignal | undefined };
	const next = async (): Promise<IteratorResult<ProviderChunk>> => {
		const value = chunks.shift();
		return value ? { value, done: false } : new Promise(() => {});
	};
	const leave = () => {
		seen.left++;
		return new Promise<never>(() => {});
	};
	const { stream } = iterating(next, leave);
	const transport: ProviderTransport = {
		stream(request, options) {
			seen.signal = options.signal;
			return stream(request, options);
		},
	};
	return { seen, transport };
}

function typesOf(events: readonly ModelEvent[]): string {
	return events.map(({ type }) => type).join(" ");
}

describe("a model of a transport", () => {
	it("makes events and one message of the transport's chunks", async () => {
		const clock = fakeClock(1_000);
		const { events, message } = await play(fixedTransport(whole), { clock, api: "some-api" });
		assert.equal(typesOf(events), "start text_start text_delta text_end done");
		assert.deepEqual(message, {
			role: "assistant",
			content: [text("a")],
			api: "some-api",
			provider: "p",
			model: "m",
			usage: { input: 0, output: 0, totalTokens: 0, unreported: true },
			stopReason: "stop",
			rawStopReason: "stop",
			timing: { attempts: 1, headersMs: 0, firstEventMs: 0, totalMs: 0 },
			timestamp: 1_000,
		});
		assert.equal(clock.pending, 0, "no timer is left");
	});

	it("knows what it was told of itself, and takes text, images and files without a word", () => {
		const info = { api: "", provider: "p", id: "m", input: ["text", "image", "file"] };
		assert.deepEqual(modelOf(fixedTransport([])).info, info);
		const told = { api: "x", input: ["text" as const] };
		assert.deepEqual(modelOf(fixedTransport([]), told).info, { ...info, ...told });
	});

	it("gives the transport the body of Chat Completions, as request() shows it", async () => {
		const transport = fixedTransport<{ model: string; messages: unknown; temperature: number }>(whole);
		const model = modelOf(transport);
		const context = { ...hello, systemPrompt: "s" };
		const { url, headers, body } = model.request(context, { temperature: 0 });
		assert.deepEqual([url, headers], ["", {}]);
		assert.equal(transport.requests.length, 0);
		await soon(model.stream(context, { temperature: 0 }).result());
		assert.deepEqual(transport.requests, [body]);
		const { model: id, messages, temperature } = transport.requests[0] ?? assert.fail();
		assert.deepEqual([id, temperature], ["m", 0]);
		assert.deepEqual(messages, [
			{ role: "system", content: "s" },
			{ role: "user", content: "hi" },
		]);
	});

	it("gives the transport what `request` makes of context and options, as they are when stream() is called", async () => {
		const transport = fixedTransport<string>(whole);
		const model = modelOf(transport, {
			request: ({ messages }, { seed }) => `${messages.length} ${seed}`,
		});
		const context = structuredClone(hello);
		assert.equal(model.request(context).body, "1 undefined");
		const stream = model.stream(context, { seed: 7 });
		context.messages.push(userMessage("later"));
		await soon(stream.result());
		assert.deepEqual(transport.requests, ["1 7"]);
	});

	it("asks once, whatever the error says: nothing is repeated", async () => {
		const error: ModelError = { kind: "overloaded", message: "later", retryable: true };
		const transport = fixedTransport([{ type: "error", error }]);
		const model = modelOf(transport);
		const message = await soon(model.stream(hello, { retry: { attempts: 5 } }).result());
		assert.equal(transport.requests.length, 1);
		assert.deepEqual(message.error, error);
	});

	it("checks and parses an output that was asked for", async () => {
		const schema = { type: "object", properties: { a: { type: "integer" } }, required: ["a"] };
		const said = (delta: string) =>
			modelOf(fixedTransport([{ type: "text", delta }, ...whole.slice(1)]))
				.stream(hello, { output: schema })
				.result();
		assert.deepEqual((await said('{"a":1}')).output, { a: 1 });
		for (const bad of ['{"a":"x"}', "no"]) {
			const message = await said(bad);
			assert.equal(message.error?.kind, "malformed_output");
			assert.deepEqual(message.content, [text(bad)]);
		}
	});

	it("makes up the id of a call without one, of the number of messages", async () => {
		const call: ProviderChunk = { type: "tool", name: "f", argumentsDelta: "{}" };
		const { message } = await play(fixedTransport([call, { type: "finish", reason: "tool_calls" }]));
		assert.deepEqual(
			message.content.map((block) => "id" in block && block.id),
			["call_1_0"],
		);
	});

	it("sends a model's own thoughts back to it", async () => {
		// As the transport of Chat Completions tells it.
		const transport = fixedTransport<{ messages: { reasoning_content?: string }[] }>([
			{ type: "data", block: "thoughts", key: "field", value: "reasoning_content" },
			{ type: "thinking", delta: "hm", block: "thoughts" },
			...whole,
		]);
		const model = modelOf(transport);
		const reply = await soon(model.stream(hello).result());
		await soon(model.stream({ messages: [...hello.messages, reply, userMessage("more")] }).result());
		assert.equal(transport.requests[1]?.messages[1]?.reasoning_content, "hm");
	});

	it("names the options that can't be sent, in its request and on the message", async () => {
		const model = modelOf(fixedTransport(whole));
		assert.deepEqual(
			model.request(hello, { topK: 3 }).report.deviations.map(({ name }) => name),
			["option-topK"],
		);
		const message = await soon(model.stream(hello, { topK: 3 }).result());
		assert.deepEqual(
			message.deviations?.map(({ name }) => name),
			["option-topK"],
		);
	});
});

describe("a transport that fails", () => {
	const broken: [string, ProviderTransport][] = [
		[
			"stream() throws",
			{
				stream() {
					throw new Error("no line");
				},
			},
		],
		["stream() gives nothing that can be read", { stream: () => undefined as never }],
		["next() throws", iterating(() => assert.fail("no line"))],
		["next() rejects", iterating(() => Promise.reject(new Error("no line")))],
	];
	for (const [how, transport] of broken) {
		it(`is a lone error of kind network where ${how}`, async () => {
			const { events, message } = await play(transport);
			assert.equal(typesOf(events), "error");
			assert.equal(message.error?.kind, "network");
			assert.equal(message.error?.retryable, true);
		});
	}

	it("keeps what came before it threw, and says what was thrown, with its causes", async () => {
		const { events, message } = await play({
			async *stream() {
				yield* whole.slice(0, 1);
				throw new TypeError("fetch failed", { cause: new Error("ECONNRESET") });
			},
		});
		assert.equal(typesOf(events), "start text_start text_delta error");
		assert.deepEqual(message.content, [text("a")]);
		assert.deepEqual(message.error, {
			kind: "network",
			message: "fetch failed: ECONNRESET",
			retryable: true,
		});
	});

	it("is a network failure too where it throws an AbortError of its own", async () => {
		const { message } = await play(
			iterating(() => Promise.reject(new DOMException("aborted", "AbortError"))),
		);
		assert.equal(message.error?.kind, "network");
	});

	it("takes a key out of what was thrown", async () => {
		const key = `sk-${"a1B2".repeat(12)}`;
		const { message } = await play(iterating(() => Promise.reject(new Error(`Wrong key ${key}`))));
		assert.equal(message.errorMessage, "Wrong key [redacted]");
	});

	it("ends as the error that a chunk gives, with what came before, and is read no further", async () => {
		const error: ModelError = { kind: "rate_limit", message: "slow down", status: 429, retryable: true };
		const { transport, seen } = deaf(
			...whole.slice(0, 1),
			{ type: "error", error },
			{ type: "text", delta: "b" },
		);
		const { events, message } = await play(transport);
		assert.equal(typesOf(events), "start text_start text_delta error");
		assert.deepEqual(message.error, error);
		assert.deepEqual(message.content, [text("a")]);
		await turns();
		assert.equal(seen.left, 1);
		assert.equal(seen.signal?.aborted, true, "the transport is told to stop");
	});

	it("is an error of kind protocol where its chunks contradict each other, and stream_truncated where they just end", async () => {
		const bad = await play(fixedTransport([...whole.slice(0, 1), { type: "tool", index: -2, name: "f" }]));
		assert.equal(bad.message.error?.kind, "protocol");
		assert.deepEqual(bad.message.content, [text("a")]);
		const short = await play(fixedTransport(whole.slice(0, 1)));
		assert.equal(short.message.error?.kind, "stream_truncated");
	});

	it("does no harm where its return() throws or rejects", async () => {
		for (const leave of [() => Promise.reject(new Error("no")), () => assert.fail("no")]) {
			const rest = whole.slice();
			const { message } = await play(
				iterating(
					() => Promise.resolve({ value: rest.shift() as ProviderChunk, done: rest.length === 0 }),
					leave,
				),
			);
			// The last chunk was the end itself, and is not read.
			assert.equal(message.error?.kind, "stream_truncated");
			assert.deepEqual(message.content, [text("a")]);
		}
	});

	it("is an invalid request, and no transport is asked, where a message can't be sent", async () => {
		const transport = fixedTransport(whole);
		const model = modelOf(transport);
		const context = {
			messages: [...hello.messages, { role: "note", content: [] }],
		} as unknown as AgentContext;
		const { message, events } = await soon(checkStream(model.stream(context)));
		assert.equal(typesOf(events), "error");
		assert.equal(message.error?.kind, "invalid_request");
		assert.match(message.errorMessage ?? "", /messages\[1\].*note/);
		assert.equal(transport.requests.length, 0);
		assert.throws(() => model.request(context), RequestError);
	});

	it("is an internal error where `request` throws", async () => {
		const { message } = await play(fixedTransport(whole), { request: () => assert.fail("a bug") });
		assert.deepEqual(message.error, { kind: "internal", message: "a bug", retryable: false });
	});
});

describe("the end of a call to a transport", () => {
	it("comes at once when the signal is aborted, even where the transport ignores it", async () => {
		const { transport, seen } = deaf(...whole.slice(0, 1));
		const caller = new AbortController();
		const stream = modelOf(transport).stream(hello, { signal: caller.signal });
		await turns();
		caller.abort();
		const { events, message } = await soon(checkStream(stream));
		assert.equal(typesOf(events), "start text_start text_delta error");
		assert.deepEqual(message.error, aborted);
		assert.deepEqual(message.content, [text("a")]);
		assert.equal(seen.signal?.aborted, true, "the transport is told to stop");
		assert.equal(getEventListeners(caller.signal, "abort").length, 0);
	});

	it("lets nothing in that a transport gives after it", async () => {
		let give: (chunk: ProviderChunk) => void = () => {};
		const transport = iterating(
			() => new Promise((resolve) => (give = (value) => resolve({ value, done: false }))),
		);
		const stream = modelOf(transport).stream(hello);
		await turns();
		stream.cancel();
		give({ type: "text", delta: "late" });
		const { events } = await soon(checkStream(stream));
		await turns();
		assert.equal(typesOf(events), "error");
	});

	it("is all there is where the signal was aborted beforehand: no transport is asked", async () => {
		const transport = fixedTransport(whole);
		const stream = modelOf(transport).stream(hello, { signal: AbortSignal.abort() });
		const { events, message } = await soon(checkStream(stream));
		assert.equal(typesOf(events), "error");
		assert.deepEqual(message.error, aborted);
		assert.equal(transport.requests.length, 0);
	});

	it("comes with cancel(), and at the end of `await using`", async () => {
		for (const how of ["cancel", "using"] as const) {
			const { transport, seen } = deaf(...whole.slice(0, 1));
			const stream = modelOf(transport).stream(hello);
			await turns();
			if (how === "cancel") stream.cancel();
			else await soon(stream[Symbol.asyncDispose]());
			assert.deepEqual((await soon(checkStream(stream))).message.error, aborted);
			assert.equal(seen.signal?.aborted, true);
		}
	});

	it("does not come with a reader that leaves early: it detaches that reader alone", async () => {
		let release = (): void => {};
		const gate = new Promise<void>((resolve) => {
			release = resolve;
		});
		const stream = modelOf({
			async *stream() {
				yield* whole.slice(0, 1);
				await gate;
				yield* whole;
			},
		}).stream(hello);
		const other = checkStream(stream);
		for await (const event of stream) if (event.type === "text_delta") break;
		release();
		assert.deepEqual((await soon(other)).message.content, [text("aa")]);
	});

	it("is whole where the transport falls silent after the finish", async () => {
		const clock = fakeClock();
		const { transport, seen } = deaf(...whole);
		const stream = modelOf(transport, { clock, timeouts: { idle: 4_000 } }).stream(hello);
		await clock.advance(4_000);
		const reply = await soon(stream.result());
		assert.equal(reply.stopReason, "stop");
		assert.deepEqual(reply.content, [text("a")]);
		assert.equal(seen.signal?.aborted, true);
	});

	it("comes by the clocks, which no transport can stop", async () => {
		const cases = [
			{ chunks: [], timeouts: { firstEvent: 5_000 }, message: "No first event within 5000 ms" },
			{ chunks: whole.slice(0, 1), timeouts: { idle: 4_000 }, message: "No further event within 4000 ms" },
			{ chunks: [], timeouts: { total: 3_000 }, message: "The call did not end within 3000 ms" },
		];
		for (const { chunks, timeouts, message } of cases) {
			for (const place of ["config", "options"] as const) {
				const clock = fakeClock();
				const { transport, seen } = deaf(...chunks);
				const model = modelOf(transport, place === "config" ? { clock, timeouts } : { clock });
				const stream = model.stream(hello, place === "options" ? { timeouts } : {});
				await clock.advance(2_999);
				assert.equal(stream.ended, false);
				await clock.advance(2_001);
				const reply = await soon(stream.result());
				assert.equal(reply.error?.kind, "timeout");
				assert.equal(reply.errorMessage, message);
				assert.equal(seen.signal?.aborted, true);
				assert.equal(clock.pending, 0);
			}
		}
	});
});

function iterating(
	next: () => Promise<IteratorResult<ProviderChunk>>,
	leave?: () => Promise<IteratorResult<ProviderChunk>>,
): ProviderTransport {
	return { stream: () => ({ [Symbol.asyncIterator]: () => ({ next, ...(leave && { return: leave }) }) }) };
}
