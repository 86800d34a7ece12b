import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { startScriptedServer } from "rivulet/testing/server";
import { fakeTerminal } from "../fake-terminal.test.helper.ts";
import { runCli } from "../run-cli.ts";
import { ended, start } from "../spawn-cli.test.helper.ts";

/** One delta of more than a pipe holds, and then silence: the call ends only where it is ended. */
const long = {
	content: "x".repeat(2_000_000),
	deltaSize: 2_000_000,
	fault: { kind: "stall", after: 2 },
} as const;

test("Ctrl-C ends the request and keeps what came, with code 4", async () => {
	const reply = { content: "one two three", fault: { kind: "stall", after: 3 } } as const;
	await using server = await startScriptedServer({ replies: [reply] });
	const child = start(["call", "hi", "--base-url", server.url]);
	const result = ended(child);
	let seen = "";
	child.stdout?.on("data", (piece) => {
		seen += piece;
		if (seen === "one two") child.kill("SIGINT");
	});
	assert.deepEqual(await result, { code: 4, stdout: "one two\n", stderr: "rivulet: aborted\n" });
	const request = await server.request(0);
	await request.closed;
	assert.equal(request.aborted, true);
});

test("Ctrl-C before any answer leaves stdout empty", async () => {
	await using server = await startScriptedServer({ replies: [{ fault: { kind: "stall", after: -1 } }] });
	const child = start(["call", "hi", "--base-url", server.url]);
	const result = ended(child);
	await server.request(0);
	child.kill("SIGINT");
	assert.deepEqual(await result, { code: 4, stdout: "", stderr: "rivulet: aborted\n" });
});

test("a second Ctrl-C ends the process at once, even while its output is not read", async () => {
	await using server = await startScriptedServer({ replies: [long] });
	const child = start(["call", "hi", "--base-url", server.url]);
	const exit = once(child, "exit");
	// The write has begun, and can't end.
	await once(child.stdout as NodeJS.ReadableStream, "readable");
	child.kill("SIGINT");
	const request = await server.request(0);
	await request.closed;
	assert.equal(request.aborted, true);
	assert.equal(child.exitCode, null);
	child.kill("SIGINT");
	assert.deepEqual(await exit, [130, null]);
	child.stdout?.destroy();
});

test("a reader that leaves ends the request quietly, with code 4", async () => {
	await using server = await startScriptedServer({ replies: [long] });
	const child = start(["call", "hi", "--base-url", server.url]);
	let stderr = "";
	child.stderr?.on("data", (piece) => {
		stderr += piece;
	});
	child.stdout?.once("data", () => child.stdout?.destroy());
	const [code] = await once(child, "close");
	assert.deepEqual([code, stderr], [4, ""]);
	const request = await server.request(0);
	await request.closed;
	assert.equal(request.aborted, true);
});

test("an output that fails for another reason is an error that is told", async () => {
	await using server = await startScriptedServer({ replies: [{ content: "Hi" }] });
	const terminal = fakeTerminal();
	terminal.stdout.destroy(new Error("ENOSPC: no space left on device"));
	assert.equal(await runCli(["call", "hi", "--base-url", server.url], terminal), 25);
	assert.equal(terminal.err(), "rivulet: the output can't be written: ENOSPC: no space left on device\n");
});

test("--timeout ends a call that stalls, with code 20", async () => {
	const reply = { content: "one two", fault: { kind: "stall", after: 2, keepAliveMs: 20 } } as const;
	await using server = await startScriptedServer({ replies: [reply] });
	const { code, stdout, stderr } = await ended(
		start(["call", "hi", "--base-url", server.url, "--timeout", "0.2"]),
	);
	assert.equal(code, 20);
	assert.ok(stdout === "one\n" || stdout === "", stdout);
	assert.match(stderr, /^rivulet: timeout: /);
});
