import assert from "node:assert/strict";
import { test } from "node:test";
import type { AssistantContent, ToolCall } from "../message/content.ts";
import type { AssistantMessage } from "../message/message.ts";
import { EventStream } from "../stream/event-stream.ts";
import type { ModelEvent } from "../stream/model-event.ts";
import { checkStream } from "./check-stream.ts";

const call: ToolCall = {
	type: "toolCall",
	id: "a",
	name: "read",
	arguments: { n: 1 },
	rawArguments: '{"n":1}',
};

function message(content: AssistantContent[], more: Partial<AssistantMessage> = {}): AssistantMessage {
	const usage = { input: 1, output: 1, totalTokens: 2 };
	return {
		role: "assistant",
		content,
		provider: "p",
		model: "m",
		usage,
		stopReason: "stop",
		timestamp: 1,
		...more,
	};
}

function partial(...content: AssistantContent[]): AssistantMessage {
	return message(content, { incomplete: true });
}

function callDelta(delta: string, preview: unknown, block: AssistantContent, word = "Hi"): ModelEvent {
	const event = { type: "toolcall_delta", contentIndex: 1, delta, partial: partial(text(word), block) };
	return Object.defineProperty(event, "preview", { get: () => preview }) as ModelEvent;
}

const text = (value: string): AssistantContent => ({ type: "text", text: value });
const open = (rawArguments: string): AssistantContent => ({ ...call, arguments: {}, rawArguments });

/** A good stream: "Hi" and a call. */
function goodEvents(word = "Hi"): ModelEvent[] {
	const done = message([text(word), call], { stopReason: "toolUse" });
	return [
		{ type: "start", partial: partial() },
		{ type: "text_start", contentIndex: 0, partial: partial(text("")) },
		{ type: "text_delta", contentIndex: 0, delta: word, partial: partial(text(word)) },
		{ type: "toolcall_start", contentIndex: 1, partial: partial(text(word), open("")) },
		callDelta('{"n":', {}, open('{"n":'), word),
		callDelta("1}", { n: 1 }, open('{"n":1}'), word),
		{ type: "text_end", contentIndex: 0, content: word, partial: partial(text(word), open('{"n":1}')) },
		{ type: "toolcall_end", contentIndex: 1, toolCall: call, partial: partial(text(word), call) },
		{ type: "done", reason: "toolUse", message: done },
	];
}

async function check(events: ModelEvent[]): Promise<unknown> {
	const stream = new EventStream<ModelEvent, AssistantMessage>(
		(event) => event.type === "done" || event.type === "error",
		(event) => (event.type === "done" ? event.message : message([])),
	);
	for (const event of events) stream.push(event);
	stream.end();
	return checkStream(stream);
}

/** The events with one of them changed. */
function changed(place: number, change: (event: ModelEvent) => object): ModelEvent[] {
	const events = goodEvents();
	events[place] = change(events[place]!) as ModelEvent;
	return events;
}

const finalWith = (more: object) =>
	changed(8, (event) => ({ ...event, message: { ...messageOf(event), ...more } }));
const messageOf = (event: ModelEvent) => (event as { message: AssistantMessage }).message;

const lateDelta: ModelEvent = {
	type: "text_delta",
	contentIndex: 0,
	delta: "!",
	partial: partial(text("Hi!"), call),
};

const broken: [string, ModelEvent[]][] = [
	["has no start", goodEvents().slice(1)],
	["has no terminal event", goodEvents().slice(0, -1)],
	["starts twice", [goodEvents()[0]!, ...goodEvents()]],
	["has a partial that is not marked", changed(2, (event) => ({ ...event, partial: message([text("Hi")]) }))],
	[
		"has a partial that is ahead of its event",
		changed(1, (event) => ({ ...event, partial: partial(text("Hi")) })),
	],
	[
		"has a partial that is behind its event",
		changed(2, (event) => ({ ...event, partial: partial(text("H")) })),
	],
	["has a contentIndex of no block", changed(2, (event) => ({ ...event, contentIndex: 2 }))],
	["has a delta before the start of its block", changed(1, () => goodEvents()[2]!)],
	["has a delta after the end of its block", goodEvents().toSpliced(8, 0, lateDelta)],
	["has an empty delta", changed(2, (event) => ({ ...event, delta: "", partial: partial(text("")) }))],
	["has U+FFFD in a delta", goodEvents("H\uFFFD")],
	["ends a text with another text", changed(6, (event) => ({ ...event, content: "Ho" }))],
	["ends a call with another call", changed(7, (event) => ({ ...event, toolCall: { ...call, id: "b" } }))],
	[
		"shows arguments before a call has ended",
		changed(4, () => callDelta('{"n":', {}, { ...call, rawArguments: '{"n":' })),
	],
	["has a last preview that is not the arguments", changed(5, () => callDelta("1}", {}, open('{"n":1}')))],
	["leaves a call open that may run", goodEvents().filter((event) => event.type !== "toolcall_end")],
	[
		"ends a cut call",
		finalWith({ content: [text("Hi"), { ...call, argumentsError: "cut", arguments: {} }] }),
	],
	["has text in the message that no event told", finalWith({ content: [text("Hi!"), call] })],
	["has a block that no event told", finalWith({ content: [text("Hi"), call, text("more")] })],
	["has a final message that is marked as incomplete", finalWith({ incomplete: true })],
	["has an error on a message that is done", finalWith({ errorMessage: "x" })],
	["has a member that is undefined", finalWith({ responseId: undefined })],
	["has a negative count", finalWith({ usage: { input: -1, output: 0, totalTokens: 0 } })],
	["is done with another reason than its message", changed(8, (event) => ({ ...event, reason: "stop" }))],
];

test("the check of streams passes a good stream", async () => {
	await check(goodEvents());
});

for (const [fault, events] of broken) {
	test(`the check of streams fails a stream that ${fault}`, async () => {
		await assert.rejects(check(events), assert.AssertionError);
	});
}

test("the check of streams fails a stream that writes into a partial", async () => {
	const events = goodEvents();
	const first = events[2] as { partial: AssistantMessage };
	const stream: AsyncIterable<ModelEvent> & { result(): Promise<AssistantMessage> } = {
		async *[Symbol.asyncIterator]() {
			for (const event of events) {
				yield event;
				if (event.type === "text_delta") first.partial.content = [];
			}
		},
		result: async () => messageOf(events.at(-1)!),
	};
	await assert.rejects(checkStream(stream), TypeError);
});

test("the check of streams fails a stream whose result is another object than its message", async () => {
	const events = goodEvents();
	const stream = {
		async *[Symbol.asyncIterator]() {
			yield* events;
		},
		result: async () => ({ ...messageOf(events.at(-1)!) }),
	};
	await assert.rejects(checkStream(stream), assert.AssertionError);
});
