import assert from "node:assert/strict";
import type { AssistantContent } from "../message/content.ts";
import type { AssistantMessage } from "../message/message.ts";
import type { Outcome, OutcomeBlock } from "./bad-stream.ts";

/** Asserts that a reply ended in this state and no other. */
export function checkOutcome(message: AssistantMessage, expected: Outcome): void {
	const { error } = message;
	assert.equal(message.stopReason, expected.stop, error?.message);
	if (expected.raw !== undefined) assert.equal(message.rawStopReason, expected.raw);
	assert.equal(message.content.length, expected.content.length, JSON.stringify(message.content));
	for (const [place, block] of message.content.entries()) checkBlock(block, expected.content[place]!);

	const [input, output, totalTokens] = expected.usage ?? [0, 0, 0];
	const unreported = expected.usage === undefined ? { unreported: true } : {};
	assert.deepEqual(message.usage, { input, output, totalTokens, ...unreported });

	const deviations = (message.deviations ?? []).map((deviation) => deviation.name);
	assert.deepEqual(
		deviations.sort(),
		[...(expected.deviations ?? [])].sort(),
		"the named deviations and no other",
	);
	for (const { at } of message.deviations ?? []) {
		assert.ok(at !== "" && at !== undefined, "a deviation says where");
		// It may also name the path in the record.
		if (expected.record !== undefined && typeof at === "number") assert.equal(at, expected.record);
	}

	if (expected.stop === "stop" || expected.stop === "toolUse" || expected.stop === "length") return;
	assert.ok(error !== undefined && expected.error !== undefined);
	const { kind, retryable, status, message: text, says = [], atMost } = expected.error;
	assert.equal(error.kind, kind, error.message);
	if (retryable !== undefined) assert.equal(error.retryable, retryable);
	if (status !== undefined) assert.equal(error.status, status);
	if (text !== undefined) assert.equal(error.message, text);
	for (const part of says) {
		assert.ok(error.message.toLowerCase().includes(part.toLowerCase()), `"${part}" in "${error.message}"`);
	}
	if (atMost !== undefined) assert.ok(error.message.length <= atMost, `${error.message.length} characters`);
}

function checkBlock(block: AssistantContent, expected: OutcomeBlock): void {
	if ("text" in expected) {
		assert.deepEqual(block, { type: "text", text: expected.text });
	} else if ("thinking" in expected) {
		assert.ok(block.type === "thinking");
		assert.equal(block.thinking, expected.thinking);
	} else {
		assert.ok(block.type === "toolCall");
		if (expected.id === "") assert.notEqual(block.id, "");
		else assert.equal(block.id, expected.id);
		assert.equal(block.name, expected.name);
		assert.equal(block.rawArguments, expected.raw);
		assert.equal(block.argumentsError === undefined, "value" in expected);
		assert.deepEqual(block.arguments, "value" in expected ? expected.value : {});
	}
}
