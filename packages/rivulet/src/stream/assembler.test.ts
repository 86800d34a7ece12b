import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { AssistantMessage } from "../message/message.ts";
import { Assembler } from "./assembler.ts";
import type { ModelEvent } from "./model-event.ts";
import { ProtocolError } from "./protocol-error.ts";
import type { ProviderChunk } from "./provider-chunk.ts";

/** Runs chunks through an assembler as a call would, and gives its events and its message. */
function assemble(chunks: ProviderChunk[], options: { idsOptional?: boolean } = {}) {
	const events: ModelEvent[] = [];
	const handedOut: { partial: AssistantMessage; json: string }[] = [];
	const assembler = new Assembler({
		provider: "p",
		model: "m",
		timestamp: 7,
		messageCount: 3,
		...options,
		emit(event) {
			events.push(event);
			if ("partial" in event)
				handedOut.push({ partial: deepFreeze(event.partial), json: JSON.stringify(event.partial) });
		},
	});
	let message: AssistantMessage;
	try {
		for (const chunk of chunks) assembler.push(chunk);
		const outcome = assembler.outcome();
		message = "reason" in outcome ? assembler.complete(outcome.reason) : assembler.fail(outcome.error);
	} catch (error) {
		if (!(error instanceof ProtocolError)) throw error;
		message = assembler.fail({ kind: "protocol", message: error.message, retryable: false });
	}
	return { events, message, handedOut, types: events.map((event) => event.type).join(" ") };
}

function deepFreeze<T>(value: T): T {
	if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
		Object.freeze(value);
		for (const member of Object.values(value)) deepFreeze(member);
	}
	return value;
}

const stop: ProviderChunk = { type: "finish", reason: "stop" };

describe("the assembler", () => {
	it("gives a text reply as start, text events and one message", () => {
		const { types, message } = assemble([
			{ type: "text", delta: "Hello " },
			{ type: "text", delta: "world" },
			stop,
		]);
		assert.equal(types, "start text_start text_delta text_delta text_end");
		assert.deepEqual(message, {
			role: "assistant",
			content: [{ type: "text", text: "Hello world" }],
			provider: "p",
			model: "m",
			usage: { input: 0, output: 0, totalTokens: 0, unreported: true },
			stopReason: "stop",
			rawStopReason: "stop",
			timestamp: 7,
		});
	});

	it("keeps one text block where a protocol has no block borders", () => {
		const { message } = assemble([
			{ type: "text", delta: "A" },
			{ type: "tool", index: 0, id: "a", name: "read", argumentsDelta: "{}" },
			{ type: "text", delta: "B" },
			{ type: "finish", reason: "tool_calls" },
		]);
		assert.deepEqual(
			message.content.map((block) => block.type),
			["text", "toolCall"],
		);
		assert.equal(message.content[0]?.type === "text" && message.content[0].text, "AB");
	});

	it("takes no notice of empty deltas", () => {
		const { types, message } = assemble([
			{ type: "text", delta: "" },
			{ type: "thinking", delta: "" },
			{ type: "tool", index: 0, argumentsDelta: "" },
			stop,
		]);
		assert.equal(types, "start");
		assert.deepEqual(message.content, []);
	});

	it("opens a slot for data without an event, and keeps its place", () => {
		const { types, message } = assemble([
			{ type: "data", block: "t", key: "sealed", value: "X" },
			{ type: "text", delta: "Hi" },
			stop,
		]);
		assert.equal(types, "start text_start text_delta text_end");
		assert.deepEqual(message.content, [
			{ type: "thinking", thinking: "", providerData: { v: 1, sealed: "X" } },
			{ type: "text", text: "Hi" },
		]);
	});

	it("joins appended data and gives a slot that data opened the kind of its first text", () => {
		const { message } = assemble([
			{ type: "data", block: 1, key: "sig", value: "a", append: true },
			{ type: "data", block: 1, key: "sig", value: "b", append: true },
			{ type: "text", delta: "Hi", block: 1 },
			stop,
		]);
		assert.deepEqual(message.content, [{ type: "text", text: "Hi", providerData: { v: 1, sig: "ab" } }]);
	});

	it("emits only the missing end of a text that comes whole", () => {
		const { events } = assemble([
			{ type: "text", delta: "Hel", block: 0 },
			{ type: "whole", block: 0, text: "Hello" },
			stop,
		]);
		assert.deepEqual(
			events.flatMap((event) => (event.type === "text_delta" ? [event.delta] : [])),
			["Hel", "lo"],
		);
	});

	it("records a whole text that differs and changes nothing", () => {
		const { message } = assemble([
			{ type: "text", delta: "Hel", block: 0 },
			{ type: "whole", block: 0, text: "Other" },
			stop,
		]);
		assert.equal(message.deviations?.[0]?.name, "whole-differs");
		assert.deepEqual(message.content, [{ type: "text", text: "Hel" }]);
	});

	it("completes a call's text that comes whole", () => {
		const { message } = assemble([
			{ type: "tool", block: 2, id: "a", name: "read", argumentsDelta: '{"a"' },
			{ type: "whole", block: 2, text: '{"a":1}' },
			{ type: "end", block: 2 },
			{ type: "finish", reason: "tool_calls" },
		]);
		assert.deepEqual(message.content[0]?.type === "toolCall" && message.content[0].arguments, { a: 1 });
	});

	it("ends a call at its block's end only where it parses", () => {
		const { types, message } = assemble([
			{ type: "tool", block: 0, id: "a", name: "read", argumentsDelta: '{"a":' },
			{ type: "end", block: 0 },
			{ type: "tool", block: 1, id: "b", name: "read", argumentsDelta: "" },
			{ type: "end", block: 1 },
			{ type: "finish", reason: "tool_use" },
		]);
		assert.equal(types, "start toolcall_start toolcall_delta toolcall_start toolcall_end");
		const [cut, whole] = message.content;
		assert.equal(cut?.type === "toolCall" && typeof cut.argumentsError, "string");
		assert.deepEqual(whole?.type === "toolCall" && whole.arguments, {});
	});

	it("opens a new block where a key is used again after its end", () => {
		const { message } = assemble([
			{ type: "text", delta: "one", block: 0 },
			{ type: "end", block: 0 },
			{ type: "text", delta: "two", block: 0 },
			stop,
		]);
		assert.deepEqual(message.content, [
			{ type: "text", text: "one" },
			{ type: "text", text: "two" },
		]);
	});

	it("keeps other blocks whole, with a start and an end", () => {
		const { types, message } = assemble([
			{ type: "block", block: "s", kind: "serverTool", id: "1", name: "search", arguments: {} },
			{ type: "block", block: "s", kind: "serverTool", id: "1", name: "search", arguments: { q: "x" } },
			{ type: "end", block: "s" },
			{ type: "block", block: "o", kind: "opaque", opaqueKind: "new", providerData: { v: 1, foo: 1 } },
			stop,
		]);
		assert.equal(types, "start block_start block_end block_start block_end");
		assert.deepEqual(message.content, [
			{ type: "serverTool", id: "1", name: "search", arguments: { q: "x" } },
			{ type: "opaque", kind: "new", providerData: { v: 1, foo: 1 } },
		]);
	});

	it("puts annotations on their text and provider data on the message", () => {
		const { message } = assemble([
			{ type: "text", delta: "Hi" },
			{ type: "annotation", annotation: { type: "url_citation", url: "https://a.example" } },
			{ type: "data", key: "phase", value: "final" },
			stop,
		]);
		assert.deepEqual(message.content, [
			{ type: "text", text: "Hi", annotations: [{ type: "url_citation", url: "https://a.example" }] },
		]);
		assert.deepEqual(message.providerData, { v: 1, phase: "final" });
	});

	it("makes up ids that are the same each time and different from each other", () => {
		const chunks: ProviderChunk[] = [
			{ type: "tool", block: 0, name: "read", argumentsDelta: "{}" },
			{ type: "tool", block: 1, name: "read", argumentsDelta: "{}" },
			{ type: "finish", reason: "tool_calls" },
		];
		const ids = (run: ReturnType<typeof assemble>) =>
			run.message.content.map((block) => block.type === "toolCall" && block.id);
		assert.deepEqual(ids(assemble(chunks)), ["call_3_0", "call_3_1"]);
		assert.deepEqual(ids(assemble(chunks)), ids(assemble(chunks)));
		assert.equal(assemble(chunks).message.deviations?.[0]?.name, "missing-tool-id");
		assert.equal(assemble(chunks, { idsOptional: true }).message.deviations, undefined);
	});

	it("reads the finish by the calls that are there", () => {
		const call: ProviderChunk = { type: "tool", index: 0, id: "a", name: "read", argumentsDelta: "{}" };
		const cut: ProviderChunk = { ...call, argumentsDelta: "{" };
		const end = (...chunks: ProviderChunk[]) => {
			const { stopReason, error } = assemble(chunks).message;
			return error ? `${stopReason} ${error.kind}` : stopReason;
		};
		assert.equal(end(call, { type: "finish", reason: "tool_calls" }), "toolUse");
		assert.equal(end(call, stop), "toolUse");
		assert.equal(end(cut, { type: "finish", reason: "tool_calls" }), "toolUse");
		assert.equal(end(cut, stop), "error malformed_output");
		assert.equal(end({ type: "finish", reason: "tool_calls" }), "error malformed_output");
		assert.equal(end(call, { type: "finish", reason: "length" }), "length");
		assert.equal(end(call, { type: "finish", reason: "content_filter" }), "error content_filter");
		assert.equal(end(call, { type: "finish", reason: "network_error" }), "error server");
		assert.equal(end(call, { type: "finish", reason: "whatever" }), "error protocol");
		assert.equal(end({ ...call, name: "" }, stop), "error protocol");
		assert.equal(end(call), "error stream_truncated");
		assert.equal(end(call, { type: "finish", reason: "tool_calls", inferred: true }), "toolUse");
		assert.equal(
			end(cut, { type: "finish", reason: "tool_calls", inferred: true }),
			"error stream_truncated",
		);
		assert.equal(end({ type: "finish", reason: "pause_turn" }), "length");
		assert.equal(end({ type: "finish", reason: "STOP" }), "stop");
	});

	it("lets the last finish reason win", () => {
		const { message } = assemble([stop, { type: "finish", reason: "length", raw: "max" }]);
		assert.equal(message.stopReason, "length");
		assert.equal(message.rawStopReason, "max");
	});

	it("refuses more blocks than it can list on every partial", () => {
		const chunks = Array.from(
			{ length: 1025 },
			(_, block): ProviderChunk => ({ type: "text", delta: "x", block }),
		);
		const { message } = assemble(chunks);
		assert.match(message.error?.message ?? "", /more than 1024 content blocks/);
		assert.equal(message.content.length, 1024);
	});

	it("gives previews that are the same whenever and in whatever order they are read", () => {
		const { events } = assemble([
			{ type: "tool", index: 0, id: "a", name: "w", argumentsDelta: '{"x":"a' },
			{ type: "tool", index: 0, argumentsDelta: 'b"' },
			{ type: "tool", index: 0, argumentsDelta: "}" },
			{ type: "finish", reason: "tool_calls" },
		]);
		const deltas = events.filter((event) => event.type === "toolcall_delta");
		assert.deepEqual(
			[...deltas].reverse().map((event) => event.preview),
			[{ x: "ab" }, { x: "ab" }, { x: "a" }],
		);
		assert.equal(deltas[0]?.preview, deltas[0]?.preview);
		assert.equal(Object.keys(deltas[0] as object).includes("preview"), false);
		assert.equal(Object.keys(deltas[0] as object).includes("partial"), true);
	});
});

const delta = fc.string({ maxLength: 6 });
const key = fc.option(fc.oneof(fc.nat(3), fc.constantFrom("a", "b")), { nil: undefined });
const anyChunk: fc.Arbitrary<ProviderChunk> = fc.oneof(
	fc.record({ type: fc.constant("text" as const), delta }),
	fc.record({ type: fc.constant("thinking" as const), delta }),
	key.chain((block) =>
		fc.record({
			type: fc.constant("text" as const),
			delta,
			...(block !== undefined && { block: fc.constant(`t${block}`) }),
		}),
	),
	key.chain((block) =>
		fc.record({
			type: fc.constant("thinking" as const),
			delta,
			...(block !== undefined && { block: fc.constant(`h${block}`) }),
		}),
	),
	fc.record(
		{
			type: fc.constant("tool" as const),
			index: fc.option(fc.oneof(fc.nat(3), fc.constant(-1), fc.constant("0")), { nil: null }),
			id: fc.constantFrom("", "a", "b", null),
			name: fc.constantFrom("", "read", null),
			argumentsDelta: fc.constantFrom("", "{", "}", '"k":', "1", "{}", "[1]", '"__proto__":{}'),
		},
		{ requiredKeys: ["type"] },
	),
	fc.record({ type: fc.constant("whole" as const), block: fc.constantFrom("t0", "h1", "ta"), text: delta }),
	fc.record({
		type: fc.constant("data" as const),
		block: fc.constantFrom("t0", "h1", "d"),
		key: fc.constant("k"),
		value: delta,
	}),
	fc.record({ type: fc.constant("end" as const), block: fc.constantFrom("t0", "h1", "ta", "d") }),
	fc.record({ type: fc.constant("annotation" as const), annotation: fc.record({ type: fc.constant("c") }) }),
	fc.record({
		type: fc.constant("usage" as const),
		usage: fc.record({ input: fc.anything(), output: fc.nat() }),
	}),
	fc.record({ type: fc.constant("response" as const), id: delta, model: delta }),
	fc.record({
		type: fc.constant("finish" as const),
		reason: fc.constantFrom("stop", "length", "tool_calls", "content_filter", "nobody"),
	}),
);

describe("for any sequence of chunks", () => {
	it("no partial that was handed out ever changes, and deltas joined are the blocks", () => {
		fc.assert(
			fc.property(fc.array(anyChunk, { maxLength: 40 }), (chunks) => {
				const { events, message, handedOut } = assemble(chunks);
				for (const { partial, json } of handedOut) {
					assert.equal(JSON.stringify(partial), json);
					assert.equal(partial.incomplete, true);
					assert.equal(partial.stopReason, "stop");
				}
				assert.equal("incomplete" in message, false);
				const joined = new Map<number, string>();
				for (const event of events) {
					if (!("delta" in event)) continue;
					joined.set(event.contentIndex, (joined.get(event.contentIndex) ?? "") + event.delta);
				}
				message.content.forEach((block, index) => {
					const own =
						block.type === "text" ? block.text : block.type === "thinking" ? block.thinking : undefined;
					const text = block.type === "toolCall" ? block.rawArguments : own;
					assert.equal(joined.get(index) ?? "", text);
					if (block.type === "toolCall") assert.notEqual(block.id, "");
				});
				const starts = events.filter((event) => event.type === "start").length;
				assert.equal(starts, events.length > 0 ? 1 : 0);
				if (starts > 0) assert.equal(events[0]?.type, "start");
			}),
			{ numRuns: 500 },
		);
	});

	it("a call that was not ended is never offered for running", () => {
		fc.assert(
			fc.property(fc.array(anyChunk, { maxLength: 40 }), (chunks) => {
				const { events, message } = assemble(chunks);
				const ended = new Set(
					events.flatMap((event) => (event.type === "toolcall_end" ? [event.contentIndex] : [])),
				);
				message.content.forEach((block, index) => {
					if (block.type !== "toolCall") return;
					assert.equal(block.argumentsError === undefined, ended.has(index));
					if (block.argumentsError !== undefined) assert.deepEqual(block.arguments, {});
				});
			}),
			{ numRuns: 500 },
		);
	});
});
