import assert from "node:assert/strict";
import { test } from "node:test";
import { storyReply } from "./story.ts";

const answer = (content: string) => storyReply({ body: { messages: [{ role: "tool", content }] } }).content;

test("first the file is asked for", () => {
	const { content } = storyReply({ body: { messages: [{ role: "user", content: "Whatever" }] } });
	const call = Array.isArray(content) ? content.at(-1) : undefined;
	assert.ok(call?.type === "toolCall");
	assert.deepEqual([call.name, call.arguments], ["read", { path: "README.md" }]);
});

test("the answer is made of the tool result in the request", () => {
	assert.equal(answer("# Rivulet\n"), "The project's name is Rivulet.");
	assert.equal(answer("Intro\n\n## Another name"), "The project's name is Another name.");
	assert.equal(answer("no heading"), "I can't tell: README.md has no heading.");
	assert.equal(
		answer("Error: there is no file"),
		"I can't tell: README.md could not be read (there is no file).",
	);
});
