import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { assistantMessage } from "../../message/constructors.ts";
import { openRaw, payloadsOf, rawAnswer, streamed, turns } from "./raw-client.test.helper.ts";
import { startScriptedServer } from "./server.ts";
import type { ScriptedReply } from "./types.ts";

function post(url: string, body: unknown = streamed, init: RequestInit = {}): Promise<Response> {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	return fetch(`${url}/chat/completions`, { method: "POST", body: text, ...init });
}

async function errorOf(response: Response): Promise<{ message: string; code: unknown; type: string }> {
	return ((await response.json()) as { error: { message: string; code: unknown; type: string } }).error;
}

test("fetch gets a stream where it asks for one, and a whole completion else", async () => {
	await using server = await startScriptedServer({
		replies: [{ content: "Hi there" }, { content: "Hi there" }],
	});
	assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+\/v1$/);
	const stream = payloadsOf(await (await post(server.url)).text());
	assert.equal(stream.length, 5);
	const whole = await post(server.url, { ...streamed, stream: false });
	assert.equal(whole.headers.get("content-type"), "application/json");
	assert.equal(((await whole.json()) as { object: string }).object, "chat.completion");
});

test("requests are recorded as they came", async () => {
	let time = 1000;
	await using server = await startScriptedServer({ replies: () => ({ content: "Hi" }), now: () => time++ });
	const headers = { authorization: "Bearer key-1", "X-Mine": "yes" };
	await (
		await fetch(`${server.url}/chat/completions?a=1`, {
			method: "POST",
			body: JSON.stringify(streamed),
			headers,
		})
	).text();
	await (await post(server.url, "no json")).text();
	await (await fetch(`${server.url}/models`)).text();
	const [first, second, third] = server.requests;
	assert.deepEqual([first?.method, first?.path], ["POST", "/v1/chat/completions?a=1"]);
	assert.deepEqual(first?.body, streamed);
	assert.deepEqual([first?.headers.authorization, first?.headers["x-mine"]], ["Bearer key-1", "yes"]);
	assert.equal(first?.receivedAt, 1000);
	assert.equal(second?.body, "no json");
	assert.deepEqual([third?.method, third?.body], ["GET", undefined]);
	await first?.closed;
	assert.equal(first?.aborted, false);
});

test("request() waits for a request that has not come yet, and gives one that has", async () => {
	await using server = await startScriptedServer({ replies: [{}, {}] });
	const second = server.request(1);
	await (await post(server.url)).text();
	await (await post(server.url, { ...streamed, model: "m-2" })).text();
	assert.deepEqual((await second).body, { ...streamed, model: "m-2" });
	assert.equal(await server.request(0), server.requests[0]);
});

test("request() rejects when the server closes first", async () => {
	const server = await startScriptedServer();
	const pending = server.request(0);
	await server.close();
	await assert.rejects(pending, /closed before request 0 came/);
	await assert.rejects(server.request(0), /closed before request 0 came/);
});

test("replies come in their order, enqueued ones after the first", async () => {
	await using server = await startScriptedServer({ replies: [{ raw: "one" }] });
	server.enqueue({ raw: "two" }, { raw: "three" });
	const texts = [];
	for (let n = 0; n < 3; n++) texts.push(await (await post(server.url)).text());
	assert.deepEqual(texts, ["one", "two", "three"]);
});

test("a function makes replies of the request and its number, when nothing is enqueued", async () => {
	await using server = await startScriptedServer({
		replies: async ({ body }, index) => ({ raw: `${(body as { model: string }).model} ${index}` }),
	});
	await (await post(server.url, "refused, and not counted")).text();
	assert.equal(await (await post(server.url)).text(), "m-1 0");
	server.enqueue({ raw: "enqueued" });
	assert.equal(await (await post(server.url)).text(), "enqueued");
	assert.equal(await (await post(server.url)).text(), "m-1 2");
});

test("an assistant message is a reply", async () => {
	await using server = await startScriptedServer({ replies: [assistantMessage("Hi", "length")] });
	const payloads = payloadsOf(await (await post(server.url)).text()) as {
		choices: { finish_reason: unknown }[];
	}[];
	assert.equal(payloads.at(-2)?.choices[0]?.finish_reason, "length");
});

test("a script at its end is a 500 that says so and is not to be repeated", async () => {
	await using server = await startScriptedServer({ replies: [{}] });
	await (await post(server.url)).text();
	const response = await post(server.url);
	assert.equal(response.status, 500);
	assert.equal(response.headers.get("x-should-retry"), "false");
	const error = await errorOf(response);
	assert.deepEqual(
		[error.message, error.code],
		["The script has no reply for request 2.", "script_exhausted"],
	);
});

test("a script that throws, rejects or asks for nonsense is a 500 with the reason", async () => {
	const bad: (() => ScriptedReply | Promise<ScriptedReply>)[] = [
		() => {
			throw new Error("thrown");
		},
		() => Promise.reject(new Error("rejected")),
		() => ({ content: "Hi", cut: 0 }),
		() => ({ content: "Hi", headers: { "x-bad": "a\nb" } }),
		() => ({ content: "Hi", status: 9 }),
	];
	await using server = await startScriptedServer({ replies: (_, index) => bad[index]?.() });
	const messages = [];
	for (const _ of bad) {
		const response = await post(server.url);
		assert.equal(response.status, 500);
		messages.push((await errorOf(response)).message);
	}
	assert.equal(messages[0], "The script failed: thrown");
	assert.equal(messages[1], "The script failed: rejected");
	assert.equal(messages[2], "The script can't be played: cut must be at least 1");
	assert.match(messages[3] ?? "", /x-bad/);
	assert.match(messages[4] ?? "", /status/i);
});

test("models are listed", async () => {
	await using server = await startScriptedServer({ model: "tiny", now: () => 5000 });
	const list = await (await fetch(`${server.url}/models`)).json();
	const entry = { id: "tiny", object: "model", created: 5, owned_by: "rivulet" };
	assert.deepEqual(list, { object: "list", data: [entry] });
});

test("other paths are a 404, and bodies that are no request a 400, in OpenAI's shape", async () => {
	await using server = await startScriptedServer({ replies: [{ raw: "still there" }] });
	const other = await fetch(`${server.url}/embeddings`, { method: "POST", body: "{}" });
	assert.equal(other.status, 404);
	assert.equal((await errorOf(other)).message, "Unknown request: POST /v1/embeddings");
	assert.equal((await fetch(`${server.url}/chat/completions`)).status, 404);
	for (const [body, message] of [
		["{", /not JSON/],
		["", /not JSON/],
		["[]", /must be a JSON object/],
		["null", /must be a JSON object/],
		["{}", /'messages'/],
		['{"messages":"Hi"}', /'messages'/],
	] as const) {
		const response = await post(server.url, body);
		assert.equal(response.status, 400);
		const error = await errorOf(response);
		assert.match(error.message, message);
		assert.equal(error.type, "invalid_request_error");
	}
	assert.equal(await (await post(server.url)).text(), "still there");
});

test("with a key, requests without it are a 401 that does not repeat what they sent", async () => {
	await using server = await startScriptedServer({ key: "key-1", replies: [{ raw: "in" }] });
	for (const headers of [{}, { authorization: "Bearer key-2" }, { authorization: "Basic key-1" }]) {
		const response = await post(server.url, streamed, { headers });
		assert.equal(response.status, 401);
		const error = await errorOf(response);
		assert.equal(error.code, "invalid_api_key");
		assert.ok(!JSON.stringify(error).includes("key-"));
	}
	assert.equal((await fetch(`${server.url}/models`)).status, 401);
	assert.equal(
		await (await post(server.url, streamed, { headers: { authorization: "Bearer key-1" } })).text(),
		"in",
	);
});

test("comments stand after every so many records, between them alone", async () => {
	await using server = await startScriptedServer({ replies: [{ content: "a b c", keepAliveEvery: 2 }] });
	const { text } = await rawAnswer(server.url, streamed);
	const kinds = text.split("\n\n").map((part) => part.slice(0, 1));
	assert.equal(kinds.join(""), "dd:dd:dd");
	assert.ok(text.includes("\n\n: keep-alive\n\ndata: "));
});

test("lines end as asked for", async () => {
	const reply: ScriptedReply = { content: "a", keepAliveEvery: 1, id: "x" };
	for (const lineEnd of ["\n", "\r\n", "\r"] as const) {
		await using server = await startScriptedServer({ replies: [reply, { ...reply, lineEnd }], now: () => 0 });
		const plain = await rawAnswer(server.url, streamed);
		assert.equal((await rawAnswer(server.url, streamed)).text, plain.text.replaceAll("\n", lineEnd));
	}
});

test("the end marker can be left out", async () => {
	await using server = await startScriptedServer({ replies: [{ content: "a", done: false }] });
	const answer = await rawAnswer(server.url, streamed);
	assert.ok(!answer.text.includes("[DONE]"));
	assert.equal(answer.whole, true);
});

test("raw bodies are sent as they are, piece by piece, as what was asked for", async () => {
	const raw = ["data: 1\n", Uint8Array.of(0xff, 0xc3), "", "\n"];
	await using server = await startScriptedServer({
		replies: [{ raw, keepAliveEvery: 1 }, { raw: "{}" }, { raw: "x", contentType: "" }],
	});
	const stream = await rawAnswer(server.url, streamed);
	assert.match(stream.head, /content-type: text\/event-stream/i);
	assert.deepEqual(stream.chunks, [Buffer.from("data: 1\n"), Buffer.of(0xff, 0xc3), Buffer.from("\n")]);
	assert.match((await rawAnswer(server.url, { messages: [] })).head, /content-type: application\/json/i);
	assert.doesNotMatch((await rawAnswer(server.url, streamed)).head, /content-type/i);
});

test("status and headers are the reply's, and an error status without a body has an error for one", async () => {
	await using server = await startScriptedServer({
		replies: [
			{
				content: "Hi",
				status: 201,
				headers: { "X-Request-Id": "mine", date: "Mon, 01 Jun 2026 10:00:00 GMT" },
			},
			{ status: 503, headers: { "retry-after": "7" } },
			{ status: 500, raw: "plain", contentType: "text/plain" },
		],
	});
	const made = await post(server.url);
	assert.equal(made.status, 201);
	assert.equal(made.headers.get("x-request-id"), "mine");
	assert.equal(made.headers.get("date"), "Mon, 01 Jun 2026 10:00:00 GMT");
	await made.text();
	const busy = await post(server.url);
	assert.deepEqual([busy.status, busy.headers.get("retry-after")], [503, "7"]);
	assert.equal(busy.headers.get("x-request-id"), "req_scripted_1");
	assert.equal((await errorOf(busy)).type, "server_error");
	const plain = await post(server.url);
	assert.deepEqual([plain.status, await plain.text()], [500, "plain"]);
});

test("a client that leaves in the midst of its own body is recorded, and takes no reply", async () => {
	await using server = await startScriptedServer({ replies: [{ raw: "kept" }] });
	const socket = openRaw(server.url, '{"messages"', { "content-length": "1000" });
	await once(socket, "connect");
	await turns();
	socket.destroy();
	const request = await server.request(0);
	await request.closed;
	assert.deepEqual([request.body, request.aborted], ['{"messages"', true]);
	assert.equal(await (await post(server.url)).text(), "kept");
});

test("a client that leaves while the script thinks ends the wait", async () => {
	await using server = await startScriptedServer({ replies: () => new Promise(() => {}) });
	const leave = new AbortController();
	const pending = post(server.url, streamed, { signal: leave.signal });
	const request = await server.request(0);
	leave.abort();
	await assert.rejects(pending, { name: "AbortError" });
	await request.closed;
	assert.equal(request.aborted, true);
});

test("close() ends a stalled answer, which is not the client's doing, and may be called again", async () => {
	const server = await startScriptedServer({
		replies: [{ content: "Hi", fault: { kind: "stall", after: 1 } }],
	});
	const response = await post(server.url);
	const request = await server.request(0);
	assert.deepEqual([server.running, server.openSockets], [1, 1]);
	await Promise.all([server.close(), server.close()]);
	await request.closed;
	assert.deepEqual([request.aborted, server.running, server.openSockets], [false, 0, 0]);
	await assert.rejects(response.text(), TypeError);
	await assert.rejects(post(server.url), TypeError);
	await server.close();
});

test("a port that is taken rejects", async () => {
	await using server = await startScriptedServer();
	const port = Number(new URL(server.url).port);
	await assert.rejects(startScriptedServer({ port }), { code: "EADDRINUSE" });
});
