import assert from "node:assert/strict";
import { test } from "node:test";
import { assistantMessage, type ModelEvent, textOf } from "rivulet";
import { ScriptedModel } from "rivulet/testing";
import { answerText } from "./answer-text.ts";

async function said(...texts: string[]): Promise<[written: string, textOf: string]> {
	const content = texts.map((text) => ({ type: "text" as const, text }));
	const stream = new ScriptedModel([assistantMessage(content)]).stream({ messages: [] });
	const take = answerText();
	let written = "";
	for await (const event of stream) written += take(event).text;
	return [written, textOf(await stream.result())];
}

test("what is written is the text of the message, and a line feed where it has none at its end", async () => {
	assert.deepEqual(await said("One", "two\n", "three"), ["One\ntwo\n\nthree\n", "One\ntwo\n\nthree"]);
	assert.deepEqual(await said("ended\n"), ["ended\n", "ended\n"]);
	assert.deepEqual(await said(), ["", ""]);
});

test("a thought ends before the answer begins, even where its end is told later", () => {
	const partial = assistantMessage("");
	const events: ModelEvent[] = [
		{ type: "thinking_delta", contentIndex: 0, delta: "Hm.", partial },
		{ type: "text_start", contentIndex: 1, partial },
		{ type: "text_delta", contentIndex: 1, delta: "Hi", partial },
		{ type: "thinking_end", contentIndex: 0, content: "Hm.", partial },
	];
	const take = answerText();
	assert.deepEqual(
		events.map((event) => take(event).thinking),
		["Hm.", "\n", "", ""],
	);
});

test("thoughts end in a line feed, also where they are broken off", () => {
	const partial = assistantMessage("");
	const events: ModelEvent[] = [
		{ type: "thinking_delta", contentIndex: 0, delta: "First.", partial },
		{ type: "thinking_end", contentIndex: 0, content: "First.", partial },
		{ type: "thinking_delta", contentIndex: 1, delta: "Seco", partial },
		{ type: "error", reason: "aborted", error: partial },
	];
	const take = answerText();
	assert.equal(events.map((event) => take(event).thinking).join(""), "First.\nSeco\n");
});
