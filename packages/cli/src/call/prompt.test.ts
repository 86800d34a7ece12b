import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { fakeTerminal } from "../fake-terminal.test.helper.ts";
import { readPrompt } from "./prompt.ts";

const { signal } = new AbortController();

test("what is piped in follows the arguments after a blank line, without its last line feeds", async () => {
	const terminal = fakeTerminal({ stdin: "  line 1\nline 2\r\n\n" });
	assert.equal(await readPrompt(["sum", "this", "up"], terminal, signal), "sum this up\n\n  line 1\nline 2");
});

test("either is enough, and neither is an empty prompt", async () => {
	assert.equal(await readPrompt(["hi"], fakeTerminal(), signal), "hi");
	assert.equal(await readPrompt(["hi"], fakeTerminal({ stdin: "\n" }), signal), "hi");
	assert.equal(await readPrompt([], fakeTerminal({ stdin: "\ufeffhi" }), signal), "hi");
	assert.equal(await readPrompt([], fakeTerminal({ stdin: " \n" }), signal), "");
	assert.equal(await readPrompt([], fakeTerminal(), signal), "");
});

test("a character that comes in two pieces is one", async () => {
	const stdin = new PassThrough();
	const prompt = readPrompt([], fakeTerminal({ stdin }), signal);
	const [first, second] = [Buffer.from("🌊").subarray(0, 1), Buffer.from("🌊").subarray(1)];
	stdin.write(first);
	await new Promise(setImmediate);
	stdin.end(second);
	assert.equal(await prompt, "🌊");
});

test("a socket that stays silent is left after a second where there is a prompt, and that is said", async () => {
	const terminal = fakeTerminal({ stdin: new PassThrough(), mayStayOpen: true });
	const prompt = readPrompt(["hi"], terminal, signal);
	terminal.pass(1000);
	assert.equal(await prompt, "hi");
	assert.match(terminal.err(), /nothing comes on stdin/);
});

test("a socket that has begun is read to its end, however long that takes", async () => {
	const stdin = new PassThrough();
	const terminal = fakeTerminal({ stdin, mayStayOpen: true });
	const prompt = readPrompt(["hi"], terminal, signal);
	stdin.write("one ");
	await new Promise(setImmediate);
	terminal.pass(60_000);
	stdin.end("two");
	assert.equal(await prompt, "hi\n\none two");
	assert.equal(terminal.err(), "");
});

test("a pipe is waited for, and after two seconds that is said", async () => {
	const stdin = new PassThrough();
	const terminal = fakeTerminal({ stdin });
	const prompt = readPrompt(["hi"], terminal, signal);
	terminal.pass(60_000);
	assert.equal(terminal.err(), "rivulet: waiting for the end of stdin\n");
	stdin.end("late");
	assert.equal(await prompt, "hi\n\nlate");
});

test("Ctrl-C ends the wait", async () => {
	const controller = new AbortController();
	const prompt = readPrompt([], fakeTerminal({ stdin: new PassThrough() }), controller.signal);
	controller.abort();
	assert.equal(await prompt, "");
});

test("an input without end is refused", async () => {
	const stdin = new PassThrough({ highWaterMark: 128 * 1024 * 1024 });
	const prompt = readPrompt([], fakeTerminal({ stdin }), signal);
	stdin.write(Buffer.alloc(64 * 1024 * 1024 + 1, 97));
	await assert.rejects(prompt, /UsageError: stdin has more than 67108864 bytes/);
});
