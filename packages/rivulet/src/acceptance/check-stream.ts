import assert from "node:assert/strict";
import type { AssistantContent } from "../message/content.ts";
import type { AssistantMessage } from "../message/message.ts";
import type { ModelEvent, ProgressEvent, TerminalEvent } from "../stream/model-event.ts";
import type { ModelStream } from "../stream/model-stream.ts";
import { checkPlain, deepFreeze } from "./plain.ts";

/** Everything that a stream gave. */
export interface Collected {
	events: ModelEvent[];
	message: AssistantMessage;
	/** Deltas joined per block, by `contentIndex`. */
	joined: string[];
}

/** Reads a stream to its end, without a check. */
export async function collect(stream: ModelStream): Promise<Collected> {
	const events: ModelEvent[] = [];
	const joined: string[] = [];
	for await (const event of stream) {
		events.push(event);
		if (event.type.endsWith("_start") && "contentIndex" in event) joined[event.contentIndex] = "";
		else if ("delta" in event) joined[event.contentIndex] += event.delta;
	}
	return { events, joined, message: await stream.result() };
}

export interface CheckOptions {
	/** The model really wrote U+FFFD. */
	replacementCharacters?: true;
}

/** What the events have told of one block so far. */
interface Told {
	type: "text" | "thinking" | "toolCall" | "block";
	joined: string;
	ended: boolean;
	preview?: unknown;
}

interface Snapshot {
	event: ProgressEvent;
	partial: string;
	preview: string | undefined;
}

/**
 * Reads a stream to its end and asserts what holds for every stream, whatever the provider sent: the order of events,
 * partials that tell the state at their event and never change, deltas that make up the blocks, one terminal event
 * that is the result, calls that end only when they may run, and a message of plain JSON.
 *
 * Each partial is frozen as soon as it is seen, so that a write into it throws where it happens.
 */
export async function checkStream(stream: ModelStream, options: CheckOptions = {}): Promise<Collected> {
	const told: Told[] = [];
	const snapshots: Snapshot[] = [];
	const events: ModelEvent[] = [];
	for await (const event of stream) {
		assert.ok(!isTerminal(events.at(-1)), `an event after the terminal one: ${event.type}`);
		events.push(event);
		if (isTerminal(event)) continue;
		assert.equal(event.type === "start", events.length === 1, "start is the first event, and only that");
		checkPartial(event);
		if (event.type !== "start") tell(told, event);
		const preview = event.type === "toolcall_delta" ? JSON.stringify(event.preview) : undefined;
		snapshots.push({ event, partial: JSON.stringify(event.partial), preview });
	}
	const last = events.at(-1);
	assert.ok(isTerminal(last), "the last event is the terminal one");
	const message = last.type === "done" ? last.message : last.error;
	assert.equal(
		await stream.result(),
		message,
		"result() is the message of the terminal event, the same object",
	);
	checkTerminal(last, message, events.length);
	checkBlocks(told, message);
	for (const { event, partial, preview } of snapshots) {
		assert.equal(JSON.stringify(event.partial), partial, `the partial of a ${event.type} changed later`);
		if (event.type === "toolcall_delta") {
			assert.equal(JSON.stringify(event.preview), preview, "a preview changed later");
		}
	}
	if (!options.replacementCharacters) {
		assert.ok(!told.some((block) => block.joined.includes("\uFFFD")), "no U+FFFD in any delta");
	}
	await checkSecondReader(stream, events);
	return { events, message, joined: told.map((block) => block.joined) };
}

function isTerminal(event: ModelEvent | undefined): event is TerminalEvent {
	return event?.type === "done" || event?.type === "error";
}

function checkPartial(event: ProgressEvent): void {
	assert.ok(
		Object.prototype.propertyIsEnumerable.call(event, "partial"),
		"partial is an own enumerable value",
	);
	const { partial } = event;
	assert.equal(partial.role, "assistant");
	assert.equal(partial.incomplete, true, "a partial is marked as incomplete");
	assert.equal(partial.stopReason, "stop", "while a reply runs its stopReason is stop");
	checkPlain(partial);
	deepFreeze(partial);
}

function tell(told: Told[], event: Exclude<ProgressEvent, { type: "start" }>): void {
	const { contentIndex, partial } = event;
	const [kind, step] = event.type.split("_") as [string, string];
	const type = kind === "toolcall" ? "toolCall" : (kind as Told["type"]);
	const block = partial.content[contentIndex];
	assert.ok(block !== undefined, `contentIndex ${contentIndex} is in partial.content`);
	const isOther = !["text", "thinking", "toolCall"].includes(block.type);
	assert.ok(type === "block" ? isOther : block.type === type, `${event.type} is of a ${block.type} block`);
	if (step === "start") {
		assert.equal(told[contentIndex], undefined, `block ${contentIndex} starts once`);
		assert.ok(type === "block" || bodyOf(block) === "", "a block is empty when it starts");
		told[contentIndex] = { type, joined: "", ended: false };
		return;
	}
	const known = told[contentIndex];
	assert.ok(known !== undefined && known.type === type, `${event.type} after the start of its block`);
	assert.equal(known.ended, false, `${event.type} before the end of its block`);
	if ("delta" in event) {
		assert.ok(typeof event.delta === "string" && event.delta !== "", "a delta has text");
		known.joined += event.delta;
	}
	if (type !== "block") assert.equal(bodyOf(block), known.joined, "a partial shows the state at its event");
	if (event.type === "toolcall_delta") {
		assert.ok("preview" in event, "a toolcall_delta has a preview");
		assert.ok(!Object.keys(event).includes("preview"), "preview is not enumerable");
		known.preview = event.preview;
	}
	known.ended = step === "end";
	if (block.type === "toolCall" && !known.ended) {
		assert.deepEqual(block.arguments, {}, "arguments are {} until the call has ended");
	}
	if (event.type === "text_end" || event.type === "thinking_end") assert.equal(event.content, known.joined);
	if (event.type === "toolcall_end")
		assert.deepEqual(event.toolCall, block, "toolcall_end has the finished call");
}

/** The part of a block that deltas make up. */
function bodyOf(block: AssistantContent): string {
	if (block.type === "text") return block.text;
	if (block.type === "thinking") return block.thinking;
	return block.type === "toolCall" ? (block.rawArguments ?? "") : "";
}

function checkTerminal(last: TerminalEvent, message: AssistantMessage, count: number): void {
	const failed = message.stopReason === "error" || message.stopReason === "aborted";
	assert.equal(last.type, failed ? "error" : "done");
	assert.equal(last.reason, message.stopReason);
	assert.ok(failed || count > 1, "a reply that is done has started");
	assert.ok(count > 1 || message.content.length === 0, "a lone error has no content");
	assert.ok(!("incomplete" in message), "a final message is never marked as incomplete");
	assert.ok(!("partial" in last), "a terminal event has no partial");
	checkPlain(message);
	assert.deepEqual(JSON.parse(JSON.stringify(message)), message, "the message is plain JSON");
	assert.equal(message.error !== undefined, failed, "error is on a failed message, and only there");
	assert.equal(message.errorMessage, message.error?.message);
	assert.equal(message.error?.kind === "aborted", message.stopReason === "aborted");
	const { usage } = message;
	for (const [name, value] of Object.entries(usage)) {
		if (name === "unreported" || name === "cost") continue;
		assert.ok(Number.isSafeInteger(value) && (value as number) >= 0, `usage.${name} is a count`);
	}
	const names = (message.deviations ?? []).map((deviation) => deviation.name);
	assert.equal(new Set(names).size, names.length, `a deviation stands once: ${names.join()}`);
}

function checkBlocks(told: Told[], message: AssistantMessage): void {
	const done = message.error === undefined;
	for (const [index, block] of message.content.entries()) {
		const known = told[index];
		if (block.type === "text" || block.type === "thinking") {
			const body = bodyOf(block);
			// A block of provider data alone makes no event.
			if (known === undefined)
				assert.ok(body === "" && block.providerData !== undefined, "a block without events");
			else assert.equal(known.joined, body, "deltas joined are the text of the block");
			if (done && known !== undefined) assert.ok(known.ended, "a block of a whole reply has ended");
		} else if (block.type === "toolCall") {
			checkCall(block, known);
		}
	}
	assert.ok(told.length <= message.content.length, "every block that started is in the message");
}

function checkCall(call: Extract<AssistantContent, { type: "toolCall" }>, known: Told | undefined): void {
	assert.ok(known !== undefined, "a call has a start event");
	assert.notEqual(call.id, "", "a finished call has an id");
	assert.equal(known.joined, call.rawArguments, "deltas joined are the raw arguments");
	// Ended and parsed, or cut with a reason: nothing between.
	assert.equal(known.ended, call.argumentsError === undefined, "toolcall_end, or else argumentsError");
	if (!known.ended) {
		assert.notEqual(call.argumentsError, "", "argumentsError says why");
		assert.deepEqual(call.arguments, {}, "a cut call has no arguments");
		return;
	}
	assert.deepEqual(call.arguments, call.rawArguments === "" ? {} : JSON.parse(call.rawArguments ?? ""));
	if (known.joined !== "")
		assert.deepEqual(known.preview, call.arguments, "the last preview is the arguments");
}

async function checkSecondReader(stream: ModelStream, events: ModelEvent[]): Promise<void> {
	let place = 0;
	for await (const event of stream)
		assert.equal(event, events[place++], "a later reader sees the same events");
	assert.equal(place, events.length);
}
