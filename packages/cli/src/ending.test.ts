import assert from "node:assert/strict";
import { test } from "node:test";
import { watchForEnd } from "./ending.ts";
import { fakeTerminal } from "./fake-terminal.test.helper.ts";
import { write } from "./write.ts";

test("the first Ctrl-C aborts, the second ends the process at once", () => {
	const terminal = fakeTerminal();
	const ending = watchForEnd(terminal);
	assert.equal(ending.signal.aborted, false);
	terminal.interrupt();
	assert.equal(ending.signal.aborted, true);
	assert.equal(terminal.exited, undefined);
	terminal.interrupt();
	assert.equal(terminal.exited, 130);
});

test("after release Ctrl-C is no longer watched for", () => {
	const terminal = fakeTerminal();
	const ending = watchForEnd(terminal);
	ending.release();
	terminal.interrupt();
	assert.equal(ending.signal.aborted, false);
});

test("an output that can't be written aborts, and ends the wait for a slow reader", async () => {
	const terminal = fakeTerminal();
	const ending = watchForEnd(terminal);
	terminal.stdout.cork();
	const written = write(terminal.stdout, "x".repeat(1_000_000));
	const error = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
	terminal.stdout.destroy(error);
	await written;
	assert.equal(ending.signal.aborted, true);
	assert.equal(ending.outputError, error);
	await write(terminal.stdout, "more");
});
