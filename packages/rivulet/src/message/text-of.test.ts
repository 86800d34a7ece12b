import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assistantMessage, text, userMessage } from "./constructors.ts";
import type { ToolResultMessage } from "./message.ts";
import { textOf } from "./text-of.ts";

describe("the text of a message", () => {
	it("is its text blocks joined by a line feed", () => {
		assert.equal(textOf(userMessage([text("a"), text("b\n"), text("c")])), "a\nb\n\nc");
	});

	it("is empty where a message has no text", () => {
		assert.equal(textOf(userMessage([])), "");
		assert.equal(textOf(userMessage([{ type: "image", data: "AA==", mimeType: "image/png" }])), "");
	});

	it("keeps an empty text block as an empty line, since it is a block", () => {
		assert.equal(textOf(userMessage([text(""), text("a")])), "\na");
	});

	it("has neither thoughts nor calls nor what a provider ran by itself, but it has a refusal", () => {
		const message = assistantMessage([
			{ type: "thinking", thinking: "hm" },
			text("a"),
			{ type: "toolCall", id: "c1", name: "f", arguments: { text: "no" } },
			{ type: "serverTool", id: "s1", name: "search", arguments: {} },
			{ type: "serverToolResult", id: "s1", content: [text("no")] },
			{ type: "opaque", kind: "other", providerData: { v: 1, text: "no" } },
			{ type: "text", text: "I can't.", refusal: true },
		]);
		assert.equal(textOf(message), "a\nI can't.");
	});

	it("is that of a tool's result as well", () => {
		const result: ToolResultMessage = {
			role: "toolResult",
			toolCallId: "c1",
			toolName: "f",
			content: [text("a"), { type: "file", data: "AA==", mimeType: "text/plain" }, text("b")],
			details: { text: "no" },
			isError: true,
			timestamp: 1,
		};
		assert.equal(textOf(result), "a\nb");
	});

	it("leaves the message as it was", () => {
		const message = assistantMessage([text("a"), text("b")], "stop", { timestamp: 1 });
		const before = structuredClone(message);
		textOf(message);
		assert.deepEqual(message, before);
	});
});
