import assert from "node:assert/strict";
import { test } from "node:test";
import { assistantMessage, type ModelEvent, unknownUsage } from "rivulet";
import { fakeTerminal } from "./fake-terminal.test.helper.ts";
import { startProgress } from "./progress.ts";

const running = assistantMessage("", "stop", { usage: unknownUsage() });
const counted = assistantMessage("", "stop", { usage: { input: 1, output: 30, totalTokens: 31 } });
const delta = (text: string, partial = running): ModelEvent => ({
	type: "text_delta",
	contentIndex: 0,
	delta: text,
	partial,
});
const clear = "\r\x1b[K";

test("the line shows the time, and an estimate of the speed until the usage is known", () => {
	const terminal = fakeTerminal({ isTTY: true });
	const progress = startProgress(terminal);
	terminal.pass(100);
	progress.add(delta("eight ch"));
	terminal.pass(100);
	progress.add(delta("!", counted));
	terminal.pass(100);
	progress.stop();
	terminal.pass(1000);
	assert.equal(terminal.err(), `${clear}0.1 s${clear}0.2 s  ~20 tokens/s${clear}0.3 s  150 tokens/s${clear}`);
});

test("the line makes room for text, and comes back when the cursor is at the start of a line", () => {
	const terminal = fakeTerminal({ isTTY: true });
	const progress = startProgress(terminal);
	terminal.pass(100);
	progress.giveWay("half a line");
	terminal.pass(300);
	assert.equal(terminal.err(), `${clear}0.1 s${clear}`);
	progress.giveWay(" and its end\n");
	terminal.pass(100);
	progress.stop();
	assert.equal(terminal.err(), `${clear}0.1 s${clear}${clear}0.5 s${clear}`);
});

test("without a terminal there is no line, and no timer", () => {
	const terminal = fakeTerminal();
	const progress = startProgress(terminal);
	terminal.pass(1000);
	progress.giveWay("text");
	progress.stop();
	assert.equal(terminal.err(), "");
});
