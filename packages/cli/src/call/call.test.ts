import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { ModelEvent } from "rivulet";
import { type ScriptedReply, type ScriptedServer, startScriptedServer } from "rivulet/testing/server";
import { folderWith, key, type RunOptions, run } from "../spawn-cli.test.helper.ts";

/** A server with these replies, and the command set on it. */
async function serve(t: TestContext, ...replies: ScriptedReply[]) {
	const server: ScriptedServer = await startScriptedServer({ replies, key });
	t.after(() => server.close());
	const call = (args: string[], options?: RunOptions) =>
		run(["call", "--base-url", server.url, ...args], options);
	const body = () => server.requests[0]?.body as { [member: string]: unknown };
	return { server, call, body };
}

const thinking = { type: "thinking", thinking: "Let me see." } as const;
const text = { type: "text", text: "Grüße, 漢字 🌊" } as const;

test("call writes the answer and a line feed to stdout, and nothing else", async (t) => {
	const { call, body } = await serve(t, { content: [thinking, text] });
	assert.deepEqual(await call(["How", "are you?"]), { code: 0, stdout: "Grüße, 漢字 🌊\n", stderr: "" });
	assert.deepEqual(body().messages, [{ role: "user", content: "How are you?" }]);
	assert.equal(body().model, "gpt-4o-mini");
});

test("--show-thinking writes thoughts to stderr", async (t) => {
	const { call } = await serve(t, { content: [thinking, text] });
	assert.deepEqual(await call(["hi", "--show-thinking"]), {
		code: 0,
		stdout: "Grüße, 漢字 🌊\n",
		stderr: "Let me see.\n",
	});
});

test("--json writes one event a line, without partials, and ends with the final message", async (t) => {
	const toolCall = { type: "toolCall", id: "call_1", name: "look", arguments: { at: "x" } } as const;
	const { call } = await serve(t, { content: [thinking, text, toolCall] });
	const { code, stdout, stderr } = await call(["hi", "--json"]);
	assert.equal(code, 5);
	assert.equal(stderr, "rivulet: the reply asks for a tool that was not run: look\n");
	assert.ok(stdout.endsWith("}\n"));
	const events = stdout
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line) as ModelEvent);
	for (const event of events) {
		assert.ok(!("partial" in event) && !("preview" in event), event.type);
	}
	const deltas = (type: string) =>
		events.map((event) => (event.type === type && "delta" in event ? event.delta : ""));
	assert.equal(deltas("text_delta").join(""), text.text);
	assert.equal(deltas("thinking_delta").join(""), thinking.thinking);
	assert.equal(deltas("toolcall_delta").join(""), '{"at":"x"}');
	assert.equal(events[0]?.type, "start");
	const last = events.at(-1);
	assert.ok(last?.type === "done" && last.reason === "toolUse");
	assert.deepEqual(
		last.message.content.map((block) => block.type),
		["thinking", "text", "toolCall"],
	);
});

test("--json of a failed call has the error as its last event", async (t) => {
	const { call } = await serve(t, { fault: { kind: "status", status: 400, message: "No" } });
	const { code, stdout } = await call(["hi", "--json"]);
	assert.equal(code, 15);
	const event = JSON.parse(stdout) as ModelEvent;
	assert.ok(event.type === "error");
	assert.equal(event.error.error?.kind, "invalid_request");
});

test("what is piped in follows the prompt after a blank line", async (t) => {
	const { call, body } = await serve(t, { content: "Two." }, { content: "Two." });
	assert.equal((await call(["count", "lines"], { input: "a\nb\n" })).stdout, "Two.\n");
	assert.deepEqual(body().messages, [{ role: "user", content: "count lines\n\na\nb" }]);
	assert.equal((await call([], { input: "alone" })).code, 0);
});

test("options are sent as the API has them", async (t) => {
	const { call, body } = await serve(t, { content: "ok" });
	const args = [
		"--model",
		"m-1",
		"--system",
		"Be brief.",
		"--max-tokens",
		"9",
		"--thinking",
		"low",
		"--provider",
		"mine",
	];
	const { stdout } = await call(["hi", "--json", ...args]);
	const { model, max_completion_tokens, reasoning_effort, messages } = body();
	assert.deepEqual([model, max_completion_tokens, reasoning_effort], ["m-1", 9, "low"]);
	assert.deepEqual((messages as unknown[])[0], { role: "system", content: "Be brief." });
	assert.match(stdout, /"provider":"mine"/);
});

test("images are sent along, from files and from addresses", async (t) => {
	const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
	const cwd = await folderWith(t, { "a.png": png });
	const { call, body } = await serve(t, { content: "Nice." });
	const args = ["what is this", "--image", "a.png", "--image", "https://example.com/b.jpg"];
	assert.equal((await call(args, { cwd })).code, 0);
	assert.deepEqual(body().messages, [
		{
			role: "user",
			content: [
				{ type: "text", text: "what is this" },
				{ type: "image_url", image_url: { url: `data:image/png;base64,${png.toString("base64")}` } },
				{ type: "image_url", image_url: { url: "https://example.com/b.jpg" } },
			],
		},
	]);
});

test("the key is sent, and comes out nowhere, even where the server repeats it", async (t) => {
	const fault = { kind: "status", status: 401, message: `Incorrect API key provided: ${key}` } as const;
	const { server, call } = await serve(t, { fault }, { fault });
	const plain = await call(["hi"]);
	const json = await call(["hi", "--json"]);
	assert.equal(server.requests[0]?.headers.authorization, `Bearer ${key}`);
	assert.deepEqual([plain.code, json.code], [12, 12]);
	for (const output of [plain.stdout, plain.stderr, json.stdout, json.stderr])
		assert.ok(!output.includes(key), output);
	assert.match(plain.stderr, /^rivulet: auth: Incorrect API key provided: \[redacted\]\n {2}status 401/);
});

test("--api-key-env names the variable that holds the key", async (t) => {
	const { call } = await serve(t, { content: "ok" });
	const env = { MY_KEY: key, OPENAI_API_KEY: "another" };
	assert.equal((await call(["hi", "--api-key-env", "MY_KEY"], { env })).code, 0);
});

test("--retry says how often a call is repeated", async (t) => {
	const fault = { kind: "status", status: 500 } as const;
	const { server, call } = await serve(t, { fault }, { content: "ok" });
	assert.equal((await call(["hi", "--retry", "0"])).code, 18);
	assert.equal(server.requests.length, 1);
	assert.equal((await call(["hi", "--retry", "1"])).code, 0);
});

test("no colour and no progress where the output is no terminal", async (t) => {
	const { call } = await serve(t, { content: [thinking, text] }, { fault: { kind: "status", status: 400 } });
	for (const args of [["hi", "--show-thinking"], ["hi"]]) {
		const { stdout, stderr } = await call(args, { env: { RIVULET_API_KEY: key, FORCE_COLOR: "1" } });
		assert.ok(!/\p{Cc}/u.test((stdout + stderr).replaceAll("\n", "")), stderr);
	}
});
