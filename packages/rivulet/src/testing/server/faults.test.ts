import assert from "node:assert/strict";
import { test } from "node:test";
import { payloadsOf, rawAnswer, streamed } from "./raw-client.test.helper.ts";
import { startScriptedServer } from "./server.ts";
import type { Fault, ScriptedReply } from "./types.ts";

/** The answer to a reply with this fault, and the same reply's records without it: role, 4 words, finish, [DONE]. */
async function play(
	fault: Fault,
	reply: ScriptedReply = { content: "Grüße an die Elbe" },
	body: object = streamed,
) {
	await using server = await startScriptedServer({ replies: [reply, { ...reply, fault }] });
	const sound = await rawAnswer(server.url, body);
	const answer = await rawAnswer(server.url, body);
	const request = await server.request(1);
	await request.closed;
	const id = (text: string) =>
		text.replaceAll(/"created":\d+/g, '"created":0').replaceAll("scripted-1", "scripted-0");
	return {
		answer,
		records: sound.chunks.map((chunk) => id(chunk.toString())),
		text: id(answer.text),
		request,
	};
}

test("without a fault each record is written by itself and the body ends as HTTP wants it", async () => {
	await using server = await startScriptedServer({ replies: [{ content: "Grüße an die Elbe" }] });
	const answer = await rawAnswer(server.url, streamed);
	assert.equal(answer.status, 200);
	assert.match(answer.head, /content-type: text\/event-stream; charset=utf-8/i);
	assert.equal(answer.chunks.length, 7);
	assert.ok(answer.chunks.every((chunk) => /^data: .*\n\n$/.test(chunk.toString())));
	assert.equal(answer.whole, true);
	assert.equal(payloadsOf(answer.text).at(-1), "[DONE]");
});

test("drop destroys the socket after so many records", async () => {
	for (const after of [0, 1, 3, 7]) {
		const { answer, records, text, request } = await play({ kind: "drop", after });
		assert.equal(answer.status, 200);
		assert.equal(text, records.slice(0, after).join(""));
		assert.equal(answer.whole, false);
		assert.equal(request.aborted, false);
	}
});

test("drop after -1 destroys the socket before the head", async () => {
	const { answer } = await play({ kind: "drop", after: -1 });
	assert.equal(answer.head, "");
});

test("fetch reads what came before a drop, then fails", async () => {
	await using server = await startScriptedServer({
		replies: [{ content: "One two three", fault: { kind: "drop", after: 3 } }],
	});
	const response = await fetch(`${server.url}/chat/completions`, {
		method: "POST",
		body: JSON.stringify(streamed),
	});
	const pieces: Uint8Array[] = [];
	await assert.rejects(async () => {
		for await (const piece of response.body ?? []) pieces.push(piece);
	}, TypeError);
	assert.equal(payloadsOf(Buffer.concat(pieces).toString()).length, 3);
});

test("half-record ends the body in the midst of a record, and HTTP sees nothing wrong", async () => {
	const { answer, records, text } = await play({ kind: "half-record", after: 2 });
	const next = records[2] ?? "";
	assert.ok(text.startsWith(records.slice(0, 2).join("")));
	const half = text.slice(records.slice(0, 2).join("").length);
	assert.ok(half.length > 0 && half.length < next.length && next.startsWith(half));
	assert.equal(answer.whole, true);
});

test("half-character ends the body between two bytes of a character", async () => {
	const { answer, text } = await play({ kind: "half-character", after: 0 });
	assert.equal(answer.body.at(-1), 0xc3);
	assert.ok(text.endsWith('"content":"Gr\ufffd'));
	assert.equal(answer.whole, true);
});

test("half-character with resume goes on in the next piece", async () => {
	const { answer, records, text } = await play({ kind: "half-character", after: 0, resume: true });
	assert.equal(answer.chunks.length, records.length + 1);
	assert.equal(answer.chunks[1]?.at(-1), 0xc3);
	assert.equal(text, records.join(""));
});

test("html, json-body, json-error and empty come with status 200 in place of the stream", async () => {
	const html = (await play({ kind: "html" })).answer;
	assert.equal(html.status, 200);
	assert.match(html.head, /content-type: text\/html/i);
	assert.match(html.text, /^<!doctype html>/);

	const body = (await play({ kind: "json-body" })).answer;
	assert.match(body.head, /content-type: application\/json/i);
	assert.equal(JSON.parse(body.text).choices[0].message.content, "Grüße an die Elbe");

	const error = (await play({ kind: "json-error", message: "No capacity", code: 503 })).answer;
	assert.equal(error.status, 200);
	assert.deepEqual(JSON.parse(error.text).error, {
		message: "No capacity",
		type: "server_error",
		param: null,
		code: 503,
	});

	const empty = (await play({ kind: "empty" })).answer;
	assert.match(empty.head, /content-type: text\/event-stream/i);
	assert.deepEqual([empty.status, empty.text, empty.whole], [200, "", true]);
});

test("status gives an HTTP error in the protocol's shape, or with a body of one's own", async () => {
	const limited = (await play({ kind: "status", status: 429, message: "Slow down", retryAfter: "7" })).answer;
	assert.equal(limited.status, 429);
	assert.match(limited.head, /retry-after: 7/i);
	assert.equal(JSON.parse(limited.text).error.message, "Slow down");
	assert.equal(JSON.parse(limited.text).error.code, "rate_limit_exceeded");

	const quota = (await play({ kind: "status", status: 429, code: "insufficient_quota" })).answer;
	assert.equal(JSON.parse(quota.text).error.code, "insufficient_quota");

	const odd = (await play({ kind: "status", status: 502, body: "upstream" }, { contentType: "text/plain" }))
		.answer;
	assert.deepEqual([odd.status, odd.text], [502, "upstream"]);
	assert.match(odd.head, /content-type: text\/plain/i);
});

test("error-in-stream puts an error object in place of the rest", async () => {
	const { answer, records, text } = await play({
		kind: "error-in-stream",
		after: 2,
		message: "Gone",
		code: 502,
	});
	assert.ok(text.startsWith(records.slice(0, 2).join("")));
	const rest = payloadsOf(answer.text).slice(2);
	const error = { message: "Gone", type: "server_error", param: null, code: 502 };
	assert.deepEqual(rest, [{ error }, "[DONE]"]);

	const bare = await play({ kind: "error-in-stream", after: 0 }, { content: "Hi", done: false });
	assert.equal(payloadsOf(bare.answer.text).length, 1);
	assert.equal(answer.whole, true);
});

test("faults of place work on a whole JSON body and on raw pieces as well", async () => {
	const whole = { messages: [] };
	const half = await play({ kind: "half-record", after: 0 }, { content: "Hi" }, whole);
	assert.throws(() => JSON.parse(half.text), SyntaxError);
	const raw = await play({ kind: "drop", after: 1 }, { raw: ["data: 1\n\n", "data: 2\n\n"] });
	assert.equal(raw.text, "data: 1\n\n");
	const error = await play({ kind: "error-in-stream", after: 1 }, { raw: ["data: 1\n\n", "data: 2\n\n"] });
	assert.deepEqual(payloadsOf(error.text).length, 3);
});

test("a fault that can't come is a 500 that says so", async () => {
	const impossible: [Fault, ScriptedReply, object, RegExp][] = [
		[{ kind: "half-record", after: 9 }, { content: "Hi" }, streamed, /half-record: there are only 4 records/],
		[{ kind: "half-character", after: 0 }, { content: "Hi" }, streamed, /half-character: no character/],
		[{ kind: "half-character", after: 2 }, { content: "ü" }, streamed, /half-character: no character/],
		[{ kind: "error-in-stream", after: 0 }, { content: "Hi" }, { messages: [] }, /does not ask for a stream/],
	];
	for (const [fault, reply, body, message] of impossible) {
		const { answer } = await play(fault, reply, body);
		assert.equal(answer.status, 500);
		assert.match(JSON.parse(answer.text).error.message, message);
	}
});
