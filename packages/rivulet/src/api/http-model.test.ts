import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { after, describe, it } from "node:test";
import { inspect } from "node:util";
import { fakeClock, soon, turns } from "../acceptance/fake-clock.ts";
import { chatModel, feed, hello, testKey, utf8 } from "../acceptance/feed.ts";
import type { AssistantMessage } from "../message/message.ts";
import type { ModelEvent } from "../stream/model-event.ts";
import { startScriptedServer } from "../testing/server/index.ts";
import type { ScriptedReply } from "../testing/server/types.ts";
import type { WireRecord } from "../wire/types.ts";
import { openAICompletions } from "./openai-completions/index.ts";

const key = "sk-test-0123456789abcdef";
const unhandled: unknown[] = [];
process.on("unhandledRejection", (reason) => unhandled.push(reason));
after(() => assert.deepEqual(unhandled, []));

async function serve(...replies: ScriptedReply[]) {
	const server = await startScriptedServer({ replies, key });
	after(() => server.close());
	const model = (options: Partial<Parameters<typeof openAICompletions>[0]> = {}) =>
		openAICompletions({ model: "m-1", baseUrl: server.url, apiKey: key, random: () => 0, ...options });
	return { server, model };
}

const kinds = (events: ModelEvent[]): string => events.map((event) => event.type).join(" ");

async function all(stream: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
	const events: ModelEvent[] = [];
	for await (const event of stream) events.push(event);
	return events;
}

describe("a call over a real socket", () => {
	it("sends the body and the key in one header, and gives events and the message", async () => {
		const { server, model } = await serve({
			content: "Hello world",
			usage: { input: 3, output: 2, totalTokens: 5 },
		});
		const stream = model().stream(hello, { maxTokens: 9, headers: { "x-own": "1" } });
		assert.equal(kinds(await all(stream)), "start text_start text_delta text_delta text_end done");
		const message = await stream.result();
		assert.equal(message.stopReason, "stop");
		assert.deepEqual(message.content, [{ type: "text", text: "Hello world" }]);
		assert.equal(message.usage.totalTokens, 5);
		assert.equal(message.timing?.attempts, 1);
		const [request] = server.requests;
		assert.equal(request?.headers.authorization, `Bearer ${key}`);
		assert.equal(request?.headers["x-own"], "1");
		assert.match(JSON.stringify(request?.body), /"max_completion_tokens":9/);
		assert.ok(!request?.path.includes(key));
	});

	it("asks a function for the key before each request", async () => {
		const { model } = await serve(
			{ fault: { kind: "status", status: 503, retryAfter: "0" } },
			{ content: "ok" },
		);
		let asked = 0;
		const keyed = model({ retry: { baseMs: 0 }, apiKey: async () => (asked++ === 0 ? key : key) });
		assert.equal((await keyed.stream(hello).result()).stopReason, "stop");
		assert.equal(asked, 2);
	});

	it("is an auth error when the key can't be had, and then sends nothing", async () => {
		const { server, model } = await serve();
		const message = await model({ apiKey: () => Promise.reject(new Error("locked")) })
			.stream(hello)
			.result();
		assert.equal(message.error?.kind, "auth");
		assert.match(message.errorMessage ?? "", /locked/);
		assert.equal(server.requests.length, 0);
	});

	it("repeats unseen what failed before any content, and counts the attempts", async () => {
		for (const fault of [
			{ kind: "status", status: 429, retryAfter: "0" },
			{ kind: "status", status: 500 },
			{ kind: "drop", after: 0 },
			{ kind: "drop", after: 1 },
			{ kind: "empty" },
			{ kind: "error-in-stream", after: 1, code: 503, message: "busy" },
		] as const) {
			const { server, model } = await serve({ content: "lost", fault }, { content: "Hi" });
			const events = await all(model({ retry: { baseMs: 0 } }).stream(hello));
			assert.equal(kinds(events), "start text_start text_delta text_end done", fault.kind);
			const end = events.at(-1);
			assert.equal(end?.type === "done" && end.message.timing?.attempts, 2);
			assert.equal(server.requests.length, 2);
		}
	});

	it("repeats nothing once content was delivered", async () => {
		const { server, model } = await serve(
			{ content: "one two three", fault: { kind: "drop", after: 2 } },
			{ content: "never" },
		);
		const message = await model({ retry: { baseMs: 0 } })
			.stream(hello)
			.result();
		assert.equal(message.error?.kind, "network");
		assert.deepEqual(message.content, [{ type: "text", text: "one" }]);
		assert.equal(server.requests.length, 1);
	});

	it("gives up after the repeats that are allowed, and at once where a repeat can't help", async () => {
		const busy: ScriptedReply = { fault: { kind: "status", status: 500 } };
		const { server, model } = await serve(busy, busy, busy, { fault: { kind: "status", status: 400 } });
		const failed = await model({ retry: { attempts: 2, baseMs: 0 } })
			.stream(hello)
			.result();
		assert.equal(failed.error?.kind, "server");
		assert.equal(failed.timing?.attempts, 3);
		assert.equal(server.requests.length, 3);
		assert.equal(
			(
				await model({ retry: { baseMs: 0 } })
					.stream(hello)
					.result()
			).error?.kind,
			"invalid_request",
		);
		assert.equal(server.requests.length, 4);
	});

	it("leaves no listener on a signal that serves a thousand calls, no timer, and no open answer", async () => {
		const clock = fakeClock();
		const caller = new AbortController();
		const { server, model } = await serve();
		const serving = model({ clock });
		for (let call = 0; call < 1_000; call++) {
			server.enqueue({ content: "ok" });
			const { stopReason } = await serving.stream(hello, { signal: caller.signal }).result();
			assert.equal(stopReason, "stop");
		}
		assert.equal(getEventListeners(caller.signal, "abort").length, 0);
		assert.equal(clock.pending, 0);
		assert.equal(server.running, 0);
	});

	it("frees the socket when a reader leaves and the call is cancelled", async () => {
		const { server, model } = await serve({ content: "one two", fault: { kind: "stall", after: 2 } });
		const stream = model().stream(hello);
		for await (const event of stream) if (event.type === "text_delta") break;
		stream.cancel();
		const message = await stream.result();
		assert.equal(message.stopReason, "aborted");
		assert.equal(message.errorMessage, "Request was aborted");
		assert.deepEqual(message.content, [{ type: "text", text: "one" }]);
		await server.requests[0]?.closed;
		assert.equal(server.requests[0]?.aborted, true);
		assert.equal(server.running, 0);
	});

	it("lets the others read on when one reader leaves", async () => {
		const { model } = await serve({ content: "one two three" });
		const stream = model().stream(hello);
		for await (const _ of stream) break;
		assert.equal(kinds(await all(stream)), kinds(await all(stream)));
		assert.equal((await stream.result()).stopReason, "stop");
	});

	it("ends the request when an `await using` block is left", async () => {
		const { server, model } = await serve({ content: "one two", fault: { kind: "stall", after: 1 } });
		const stream = model().stream(hello);
		await server.request(0);
		await stream[Symbol.asyncDispose]();
		assert.equal((await stream.result()).stopReason, "aborted");
		await server.requests[0]?.closed;
	});

	it("says where a server redirects to instead of following it", async () => {
		const { model } = await serve({
			status: 307,
			headers: { location: "https://other.example/v1" },
			raw: "",
		});
		const message = await model({ retry: { attempts: 0 } })
			.stream(hello)
			.result();
		assert.equal(message.stopReason, "error");
		assert.match(message.errorMessage ?? "", /other\.example/);
	});
});

describe("a call", () => {
	const body = (...texts: string[]) => texts.map((text) => utf8(`data: ${text}\n\n`));
	const text =
		'{"id":"c","model":"m","choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"stop"}]}';

	it("ends with invalid_request before any fetch when a role can't be sent, naming index and role", async () => {
		const source = feed({ pieces: body(text, "[DONE]") });
		const context = { messages: [{ role: "note", content: [], timestamp: 1 }] };
		const stream = chatModel(source.fetch).stream(context as never);
		const message = await stream.result();
		assert.equal(message.error?.kind, "invalid_request");
		assert.match(message.errorMessage ?? "", /messages\[0\]\.role "note"/);
		assert.equal(source.requests.length, 0);
		assert.equal(kinds(await all(stream)), "error");
	});

	it("sends a context without messages", async () => {
		const source = feed({ pieces: body(text, "[DONE]") });
		assert.equal((await chatModel(source.fetch).stream({ messages: [] }).result()).stopReason, "stop");
		assert.deepEqual(JSON.parse(String(source.requests[0]?.init.body)).messages, []);
	});

	it("is not changed by what is done to the context afterwards", async () => {
		const source = feed({ pieces: body(text, "[DONE]") });
		const context = { messages: [...hello.messages] };
		const stream = chatModel(source.fetch).stream(context);
		context.messages.length = 0;
		await stream.result();
		assert.equal(JSON.parse(String(source.requests[0]?.init.body)).messages.length, 1);
	});

	it("is an internal error when a hook throws, with what came before kept", async () => {
		const fail = (): never => {
			throw new Error("my hook");
		};
		for (const options of [{ onRequest: fail }, { onResponse: fail }]) {
			const message = await chatModel(feed({ pieces: body(text) }).fetch)
				.stream(hello, options)
				.result();
			assert.equal(message.error?.kind, "internal");
			assert.match(message.errorMessage ?? "", /my hook/);
		}
		for (const config of [{ onRecord: fail }, { onChunk: fail }]) {
			const message = await chatModel(feed({ pieces: body(text) }).fetch, config)
				.stream(hello)
				.result();
			assert.equal(message.error?.kind, "internal");
		}
	});

	it("stops at the limit of bytes and cancels the body", async () => {
		const source = feed({ pieces: Array.from({ length: 100 }, () => utf8(`: ${"x".repeat(100)}\n`)) });
		const message = await chatModel(source.fetch, { limits: { bytes: 1_000 } })
			.stream(hello)
			.result();
		assert.equal(message.error?.kind, "protocol");
		assert.match(message.errorMessage ?? "", /1000 bytes/);
		assert.equal(source.cancelled, 1);
	});

	it("waits as long as the server asks before a repeat, and no longer than is allowed", async () => {
		const clock = fakeClock();
		const busy = (seconds: string) => ({
			status: 429,
			headers: { "retry-after": seconds },
			pieces: [utf8("{}")],
		});
		const source = feed(busy("7"), { pieces: body(text, "[DONE]") });
		const stream = chatModel(source.fetch, { clock, retry: { attempts: 1 } }).stream(hello);
		await clock.advance(6_999);
		assert.equal(source.requests.length, 1);
		await clock.advance(1);
		assert.equal((await soon(stream.result())).stopReason, "stop");
		const late = chatModel(feed(busy("3600")).fetch, { clock, retry: { attempts: 1 } }).stream(hello);
		const { error } = await soon(late.result());
		assert.equal(error?.retryAfterMs, 3_600_000);
		assert.equal(error?.retryAt, clock.now() + 3_600_000);
	});

	it("ends at once when it is aborted while it waits for a repeat", async () => {
		const clock = fakeClock();
		const caller = new AbortController();
		const source = feed({ status: 503, headers: {}, pieces: [] });
		const stream = chatModel(source.fetch, { clock, retry: { attempts: 2 } }).stream(hello, {
			signal: caller.signal,
		});
		await turns();
		caller.abort();
		assert.equal((await soon(stream.result())).stopReason, "aborted");
		assert.equal(source.requests.length, 1);
		assert.equal(clock.pending, 0);
	});

	it("ends a reply whose server keeps the socket open after the end marker", async () => {
		const clock = fakeClock();
		const source = feed({ pieces: body(text, "[DONE]"), end: "hang" });
		const stream = chatModel(source.fetch, { clock }).stream(hello);
		await turns();
		await clock.advance(1_000);
		assert.equal((await soon(stream.result())).stopReason, "stop");
		assert.equal(source.cancelled, 1);
	});

	it("parses and validates the output that was asked for", async () => {
		const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
		const reply = (content: string) => ({
			pieces: body(text.replace('"hi"', JSON.stringify(content)), "[DONE]"),
		});
		const ask = (content: string) =>
			chatModel(feed(reply(content)).fetch)
				.stream(hello, { output: schema })
				.result();
		assert.deepEqual((await ask('{"n":1}')).output, { n: 1 });
		const wrong = await ask('{"n":"x"}');
		assert.equal(wrong.error?.kind, "malformed_output");
		assert.match(wrong.errorMessage ?? "", /#\/n/);
		assert.equal((await ask("no json")).error?.kind, "malformed_output");
		assert.deepEqual((await ask("no json")).content, [{ type: "text", text: "no json" }]);
	});
});

describe("a key", () => {
	const echoes: ScriptedReply[] = [
		{
			status: 401,
			raw: JSON.stringify({ error: { message: `Incorrect key ${key}`, code: key } }),
			headers: { "x-request-id": key },
		},
		{ status: 500, contentType: "text/html", raw: `<html>${key} ${encodeURIComponent(key)}</html>` },
		{ raw: `data: {"error":{"message":"bad ${key}","code":500}}\n\n` },
		{ raw: `data: not json ${key}\n\n` },
		{ contentType: "application/json", raw: JSON.stringify({ error: key }) },
		{ contentType: "text/html", raw: `<html><title>${btoa(key)}</title></html>` },
		{ raw: `data: {"choices":[{"index":0,"delta":{},"finish_reason":"${key}"}]}\n\n` },
	];

	it("never leaves the layer: not in an error, its cause, a record, a header dump or a hook", async () => {
		for (const echo of echoes) {
			const { model } = await serve({ ...echo, headers: { ...echo.headers, "x-echo": key } });
			const records: WireRecord[] = [];
			const seen: unknown[] = [];
			const serving = model({ retry: { attempts: 0 }, onRecord: (record) => records.push(record) });
			const stream = serving.stream(hello, {
				onRequest: (request) => seen.push(request),
				onResponse: (response) => seen.push(response),
			});
			const message = await stream.result();
			assert.equal(message.stopReason, "error");
			seen.push(serving.request(hello), serving, stream, await all(stream), {
				...message,
				rawStopReason: undefined,
			});
			const bytes = records.flatMap((record) => (record.type === "bytes" ? [...record.bytes] : []));
			const dump = [
				JSON.stringify(seen),
				JSON.stringify(records),
				inspect(seen, { depth: 20, showHidden: true }),
				new TextDecoder().decode(Uint8Array.from(bytes)),
			].join("\n");
			for (const form of [key, encodeURIComponent(key), btoa(key)])
				assert.equal(dump.split(form)[1]?.slice(0, 40), undefined, inspect(echo));
			assert.ok(dump.includes("[redacted]"));
		}
	});

	it("does not leave by a fetch that throws it", async () => {
		const cause = new Error(`connect with ${testKey}`);
		const model = chatModel(() => Promise.reject(new TypeError("fetch failed", { cause })));
		const message = await model.stream(hello).result();
		assert.equal(message.error?.kind, "network");
		assert.match(message.errorMessage ?? "", /fetch failed: connect with \[redacted\]/);
	});

	it("may stand in what the model wrote, which is never touched", async () => {
		const { model } = await serve({ content: `your key is ${key}` });
		const message: AssistantMessage = await model().stream(hello).result();
		assert.deepEqual(message.content, [{ type: "text", text: `your key is ${key}` }]);
	});
});

describe("the tap", () => {
	it("records every attempt, failed ones too, and its bytes joined are the body", async () => {
		const { model } = await serve(
			{ fault: { kind: "status", status: 500, message: "oops" } },
			{ content: "Hi", cut: 3 },
		);
		const records: WireRecord[] = [];
		await model({ retry: { baseMs: 0 }, onRecord: (record) => records.push(record) })
			.stream(hello)
			.result();
		const steps = records.map(({ attempt, type }) => `${attempt} ${type}`);
		assert.deepEqual(
			[...new Set(steps)],
			[
				"1 request",
				"1 response",
				"1 bytes",
				"1 end",
				"1 failure",
				"2 request",
				"2 response",
				"2 bytes",
				"2 end",
			],
		);
		const bytes = records.flatMap((record) =>
			record.type === "bytes" && record.attempt === 2 ? [...record.bytes] : [],
		);
		const joined = new TextDecoder().decode(Uint8Array.from(bytes));
		assert.match(joined, /"content":"Hi"/);
		assert.ok(joined.endsWith("data: [DONE]\n\n"));
		assert.ok(records.every(({ at }) => at >= 0));
	});
});
