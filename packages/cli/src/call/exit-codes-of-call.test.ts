import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorKind } from "rivulet";
import { type ScriptedReply, startScriptedServer } from "rivulet/testing/server";
import { errorExitCodes } from "../exit-codes.ts";
import { key, run } from "../spawn-cli.test.helper.ts";

const status = (status: number, code?: string, message?: string, retryAfter?: string): ScriptedReply => ({
	fault: {
		kind: "status",
		status,
		...(code !== undefined && { code }),
		...(message !== undefined && { message }),
		...(retryAfter !== undefined && { retryAfter }),
	},
});

/** Every kind that a server can provoke. `internal` is left: it would take a fault of our own. */
const replies: Record<Exclude<ErrorKind, "aborted" | "internal">, ScriptedReply> = {
	rate_limit: status(429, undefined, "Slow down", "20"),
	quota: status(429, "insufficient_quota"),
	auth: status(401),
	permission: status(403),
	not_found: status(404),
	invalid_request: status(400),
	overflow: status(400, "context_length_exceeded"),
	overloaded: status(529),
	server: status(500),
	network: { fault: { kind: "drop", after: -1 } },
	timeout: { content: "Never", fault: { kind: "stall", after: 0 } },
	stream_truncated: { content: "Half a", finishReason: null, done: false },
	protocol: { raw: "data: {]\n\n" },
	content_filter: { content: "No", finishReason: "content_filter" },
	malformed_output: { content: "No call", finishReason: "tool_calls" },
};

for (const [kind, reply] of Object.entries(replies)) {
	test(`${kind} has exit code ${errorExitCodes[kind as ErrorKind]}, and stderr says what to do`, async () => {
		await using server = await startScriptedServer({ replies: [reply] });
		const limit = kind === "timeout" ? ["--timeout", "0.2"] : [];
		const { code, stderr } = await run(["call", "hi", "--base-url", server.url, "--retry", "0", ...limit]);
		assert.equal(code, errorExitCodes[kind as ErrorKind], stderr);
		assert.ok(stderr.startsWith(`rivulet: ${kind}: `), stderr);
		const lines = stderr.trimEnd().split("\n");
		assert.ok(lines.length >= 2 && lines.length <= 3, stderr);
		assert.ok(!stderr.includes(key));
		if (kind === "rate_limit") assert.equal(lines.at(-1), "  try again in 20 s");
	});
}

test("a reply that was cut has exit code 3, and its text is written", async () => {
	await using server = await startScriptedServer({ replies: [{ content: "Half a", stopReason: "length" }] });
	const { code, stdout, stderr } = await run(["call", "hi", "--base-url", server.url]);
	assert.deepEqual([code, stdout], [3, "Half a\n"]);
	assert.equal(stderr, "rivulet: the reply is not whole: the provider cut it (length)\n");
});

test("a call for a tool has exit code 5", async () => {
	const content = [{ type: "toolCall" as const, id: "c", name: "rm\x1b[2J", arguments: {} }];
	await using server = await startScriptedServer({ replies: [{ content }] });
	const { code, stdout, stderr } = await run(["call", "hi", "--base-url", server.url]);
	assert.deepEqual([code, stdout], [5, ""]);
	assert.match(stderr, /not run: rm\\u\{1b\}\[2J\n/);
});

test("what came before an error is written", async () => {
	const reply: ScriptedReply = { content: "one two three", fault: { kind: "drop", after: 3 } };
	await using server = await startScriptedServer({ replies: [reply] });
	const { code, stdout } = await run(["call", "hi", "--base-url", server.url]);
	assert.equal(stdout, "one two\n");
	assert.ok(code === errorExitCodes.network || code === errorExitCodes.stream_truncated, String(code));
});
