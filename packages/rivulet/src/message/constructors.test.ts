import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assistantMessage, text, userMessage } from "./constructors.ts";
import type { AssistantContent, UserContent } from "./content.ts";

describe("the constructors", () => {
	it("make a text block of a string, and of nothing else", () => {
		assert.deepEqual(text("  a\n"), { type: "text", text: "  a\n" });
		assert.deepEqual(text(""), { type: "text", text: "" });
	});

	it("make a user message of a string, with the time of now", (t) => {
		t.mock.method(Date, "now", () => 1_234);
		assert.deepEqual(userMessage("hi"), {
			role: "user",
			content: [{ type: "text", text: "hi" }],
			timestamp: 1_234,
		});
	});

	it("make a user message of blocks, as they are", () => {
		const blocks: UserContent[] = [
			{ type: "image", url: "https://host.example/a.png", mimeType: "image/png" },
			text("What is it?"),
		];
		assert.deepEqual(userMessage(blocks).content, blocks);
		assert.deepEqual(userMessage([]).content, []);
	});

	it("make an assistant message of the scripted model, of no cost, that ended by itself now", (t) => {
		t.mock.method(Date, "now", () => 1_234);
		assert.deepEqual(assistantMessage("hi"), {
			role: "assistant",
			content: [{ type: "text", text: "hi" }],
			provider: "scripted",
			model: "scripted-v1",
			usage: { input: 0, output: 0, totalTokens: 0 },
			stopReason: "stop",
			timestamp: 1_234,
		});
	});

	it("take blocks, a stop reason and overrides for an assistant message; overrides win", () => {
		const blocks: AssistantContent[] = [{ type: "toolCall", id: "c1", name: "f", arguments: { a: 1 } }];
		const usage = { input: 1, output: 2, totalTokens: 3 };
		const message = assistantMessage(blocks, "toolUse", { model: "m", usage, timestamp: 7, responseId: "r" });
		assert.deepEqual(message, {
			role: "assistant",
			content: blocks,
			provider: "scripted",
			model: "m",
			usage,
			stopReason: "toolUse",
			timestamp: 7,
			responseId: "r",
		});
		assert.equal(assistantMessage("x", "stop", { stopReason: "length" }).stopReason, "length");
	});

	it("share nothing between two messages", () => {
		assert.notEqual(assistantMessage("a").usage, assistantMessage("a").usage);
	});
});
