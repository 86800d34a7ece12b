import assert from "node:assert/strict";
import { test } from "node:test";
import { assistantMessage, type ModelEvent } from "rivulet";
import { ScriptedModel } from "rivulet/testing";
import { displayWidth } from "../display-width.ts";
import { eventLine } from "./event-line.ts";

async function linesOf(...content: Parameters<typeof assistantMessage>[0][]): Promise<string[]> {
	const stream = new ScriptedModel([assistantMessage(content.flat() as never)]).stream({ messages: [] });
	const lines: string[] = [];
	for await (const event of stream) lines.push(eventLine(lines.length + 1, event));
	return lines;
}

test("each event shows its type, index, delta, and the message that has grown by it", async () => {
	const call = { type: "toolCall", id: "call_1", name: "read", arguments: { path: "a" } } as const;
	assert.deepEqual(await linesOf([{ type: "text", text: "Hi there" }, call]), [
		"   1 start                                       1 block",
		'   2 text_start      0                           ""',
		'   3 text_delta      0 "Hi there"                "Hi there"',
		'   4 text_end        0 "Hi there"                "Hi there"',
		"   5 toolcall_start  1                           read ",
		'   6 toolcall_delta  1 "{\\"path\\":\\"a\\"}"        read {"path":"a"}',
		'   7 toolcall_end    1 call_1                    read {"path":"a"}',
		"   8 done              stop                      2 blocks, 0 + 0 tokens",
	]);
});

test("of a long text the new end is shown, and what is left out is counted", () => {
	const text = "0123456789".repeat(10);
	const partial = assistantMessage(text);
	const event: ModelEvent = { type: "text_delta", contentIndex: 0, delta: text, partial };
	assert.equal(
		eventLine(12, event),
		'  12 text_delta      0 "01234567890123456… +84   +77 …678901234567890123456789"',
	);
});

test("no line is wider than 80 columns, whatever a model writes", async () => {
	for (const text of [
		"漢字".repeat(50),
		"👩‍👩‍👧".repeat(30),
		"\x1b[2J\n".repeat(20),
		"\ud800\u202e".repeat(40),
		"e\u0301".repeat(90),
	]) {
		const call = { type: "toolCall", id: text, name: text, arguments: { [text]: text } } as const;
		for (const line of await linesOf([{ type: "text", text }, { type: "thinking", thinking: text }, call])) {
			assert.ok(displayWidth(line) <= 80, line);
			assert.doesNotMatch(line, /\p{C}/u);
		}
	}
});

test("a secret is taken out before the line is cut", () => {
	const partial = assistantMessage("It is sk-0123456789abcdef");
	const event: ModelEvent = {
		type: "text_end",
		contentIndex: 0,
		content: "It is sk-0123456789abcdef",
		partial,
	};
	const line = eventLine(1, event, (text) => text.replaceAll("sk-0123456789abcdef", "[redacted]"));
	assert.doesNotMatch(line, /sk-/);
});
