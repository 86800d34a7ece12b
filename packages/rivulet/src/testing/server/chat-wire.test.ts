import assert from "node:assert/strict";
import { test } from "node:test";
import type { AssistantContent, ToolCall } from "../../message/content.ts";
import { chatWire } from "./chat-wire.ts";
import type { ScriptedReply } from "./types.ts";

const messages = [{ role: "user", content: "Hi" }];
const call = { path: "/v1/chat/completions", index: 3, at: 1_767_225_600_999, model: "scripted-v1" };
const withUsage = { model: "m-1", messages, stream: true, stream_options: { include_usage: true } };

interface Chunk {
	choices: { delta: Record<string, unknown>; finish_reason: string | null }[];
	usage?: unknown;
}

const chunks = (
	reply: ScriptedReply,
	body: Record<string, unknown> = { model: "m-1", messages, stream: true },
) => chatWire.records(reply, { ...call, body }).map(({ data }) => JSON.parse(data) as Chunk);
const deltas = (reply: ScriptedReply) =>
	chunks(reply).flatMap((chunk) => chunk.choices.map(({ delta }) => delta));
const whole = (reply: ScriptedReply) =>
	chatWire.whole(reply, { ...call, body: { model: "m-1", messages } }) as {
		choices: { message: Record<string, unknown>; finish_reason: string | null }[];
		usage?: unknown;
	};
const toolCall = (overrides: Partial<ToolCall> = {}): ToolCall => {
	return { type: "toolCall", id: "call_1", name: "add", arguments: { a: 1, b: 2 }, ...overrides };
};

test("a text streams as a role, words, a finish, each a chunk of the reference's shape", () => {
	const head = {
		id: "chatcmpl-scripted-3",
		object: "chat.completion.chunk",
		created: 1_767_225_600,
		model: "m-1",
	};
	const chunk = (delta: unknown, finish_reason: string | null = null) => {
		return { ...head, choices: [{ index: 0, delta, finish_reason }] };
	};
	assert.deepEqual(chunks({ content: "Hello big world" }), [
		chunk({ role: "assistant", content: "", refusal: null }),
		chunk({ content: "Hello" }),
		chunk({ content: " big" }),
		chunk({ content: " world" }),
		chunk({}, "stop"),
	]);
});

test("usage comes last, in a chunk without choices, only where it was asked for", () => {
	const usage = { input: 10, output: 7, cacheRead: 4, cacheWrite: 2, reasoning: 3 };
	const list = chunks({ content: "Hi", usage }, withUsage);
	assert.deepEqual(
		list.map((chunk) => chunk.choices.length),
		[1, 1, 1, 0],
	);
	assert.deepEqual(
		list.slice(0, 3).map((chunk) => chunk.usage),
		[null, null, null],
	);
	assert.deepEqual(list[3]?.usage, {
		prompt_tokens: 16,
		completion_tokens: 7,
		total_tokens: 23,
		prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
		completion_tokens_details: { reasoning_tokens: 3 },
	});
	assert.ok(chunks({ content: "Hi", usage }).every((chunk) => !("usage" in chunk)));
});

test("usage is a rough count by default, and null reports none", () => {
	const counts = chunks({ content: "Hi" }, withUsage).at(-1)?.usage as Record<string, number>;
	assert.ok(Number(counts.prompt_tokens) > 0 && Number(counts.completion_tokens) > 0);
	assert.equal(counts.total_tokens, Number(counts.prompt_tokens) + Number(counts.completion_tokens));
	assert.equal(chunks({ content: "Hi", usage: null }, withUsage).at(-1)?.choices.length, 1);
	assert.equal("usage" in whole({ content: "Hi", usage: { unreported: true } }), false);
});

test("a call streams as id and name with empty arguments, then fragments of them", () => {
	const first = { id: "call_1", type: "function", function: { name: "add", arguments: "" } };
	assert.deepEqual(deltas({ content: [toolCall({ arguments: { a: 1, b: 22 } })] }), [
		{ role: "assistant", content: null, refusal: null },
		{ tool_calls: [{ index: 0, ...first }] },
		{ tool_calls: [{ index: 0, function: { arguments: '{"a":1,"' } }] },
		{ tool_calls: [{ index: 0, function: { arguments: 'b":22}' } }] },
		{},
	]);
});

test("calls are numbered in their order, and rawArguments are sent as they are", () => {
	const content = [toolCall({ rawArguments: "{ }" }), toolCall({ id: "call_2", rawArguments: "" })];
	const fragments = deltas({ content }).flatMap((delta) => (delta.tool_calls ?? []) as { index: number }[]);
	assert.deepEqual(
		fragments.map(({ index }) => index),
		[0, 0, 1],
	);
	assert.deepEqual(whole({ content }).choices[0]?.message.tool_calls, [
		{ id: "call_1", type: "function", function: { name: "add", arguments: "{ }" } },
		{ id: "call_2", type: "function", function: { name: "add", arguments: "" } },
	]);
});

test("a call of a free-text tool is a custom call", () => {
	const content = [toolCall({ format: "text", arguments: "echo hi" })];
	assert.deepEqual(deltas({ content, deltaSize: 100 }).slice(1, 3), [
		{ tool_calls: [{ index: 0, id: "call_1", type: "custom", custom: { name: "add", input: "" } }] },
		{ tool_calls: [{ index: 0, custom: { input: "echo hi" } }] },
	]);
});

const mixed: AssistantContent[] = [
	{ type: "thinking", thinking: "So so" },
	{ type: "thinking", thinking: "sealed", redacted: true },
	{ type: "text", text: "A" },
	{ type: "image", data: "AAAA", mimeType: "image/png" },
	toolCall(),
	{ type: "text", text: "B" },
];

test("blocks stream in their order; what the protocol can't carry is left out", () => {
	const list = deltas({ content: mixed, deltaSize: 100 });
	assert.deepEqual(list[0], { role: "assistant", content: null, refusal: null, reasoning_content: "" });
	assert.deepEqual(list[1], { reasoning_content: "So so" });
	assert.deepEqual(list[2], { content: "A" });
	assert.ok("tool_calls" in (list[3] ?? {}) && "tool_calls" in (list[4] ?? {}));
	assert.deepEqual(list.slice(5), [{ content: "B" }, {}]);
});

test("a whole reply has the same content in one message", () => {
	const { choices, ...head } = whole({ content: mixed, id: "x-1", model: "m-2", usage: null });
	assert.deepEqual(head, { id: "x-1", object: "chat.completion", created: 1_767_225_600, model: "m-2" });
	assert.deepEqual(choices, [
		{
			index: 0,
			message: {
				role: "assistant",
				content: "AB",
				refusal: null,
				reasoning_content: "So so",
				tool_calls: [
					{ id: "call_1", type: "function", function: { name: "add", arguments: '{"a":1,"b":2}' } },
				],
			},
			finish_reason: "tool_calls",
		},
	]);
});

test("a refusal has a member of its own and the finish of any other answer", () => {
	const content: AssistantContent[] = [{ type: "text", text: "I can't.", refusal: true }];
	assert.deepEqual(deltas({ content, deltaSize: 100 }), [
		{ role: "assistant", content: null, refusal: "" },
		{ refusal: "I can't." },
		{},
	]);
	const [choice] = whole({ content }).choices;
	assert.deepEqual(choice?.message, { role: "assistant", content: null, refusal: "I can't." });
	assert.equal(choice?.finish_reason, "stop");
});

test("a reply without content has a role and a finish", () => {
	assert.deepEqual(deltas({}), [{ role: "assistant", content: "", refusal: null }, {}]);
	assert.equal(whole({}).choices[0]?.message.content, null);
});

test("deltaSize counts code points of text and of arguments", () => {
	const content: AssistantContent[] = [{ type: "text", text: "ab🌊d" }, toolCall({ rawArguments: "{}" })];
	const list = deltas({ content, deltaSize: 1 });
	assert.deepEqual(
		list.flatMap(({ content: part }) => (part ? [part] : [])),
		["a", "b", "🌊", "d"],
	);
	assert.equal(list.filter((delta) => "tool_calls" in delta).length, 3);
});

test("stop reasons become OpenAI's words, and a word of one's own wins", () => {
	const finish = (reply: ScriptedReply) => whole({ content: "x", ...reply }).choices[0]?.finish_reason;
	assert.equal(finish({ stopReason: "stop" }), "stop");
	assert.equal(finish({ stopReason: "length" }), "length");
	assert.equal(finish({ stopReason: "toolUse" }), "tool_calls");
	assert.equal(finish({ stopReason: "error" }), "error");
	assert.equal(finish({ stopReason: "length", content: [toolCall()] }), "length");
	assert.equal(finish({ stopReason: "stop", finishReason: "eos" }), "eos");
	for (const reply of [{ stopReason: "aborted" }, { finishReason: null }] satisfies ScriptedReply[]) {
		assert.equal(finish(reply), null);
		assert.ok(chunks({ content: "x", ...reply }).every(({ choices }) => choices[0]?.finish_reason === null));
	}
});

test("a request without a model gets the server's", () => {
	const [first] = chunks({}, { messages }) as unknown as { model: string }[];
	assert.equal(first?.model, "scripted-v1");
});

test("errors have OpenAI's shape, with its type and code by status", () => {
	const error = (status: number, code?: string) =>
		chatWire.error({ status, message: "No", ...(code !== undefined && { code }) });
	const of = (type: string, code: string | null) => ({ error: { message: "No", type, param: null, code } });
	assert.deepEqual(error(400), of("invalid_request_error", null));
	assert.deepEqual(error(401), of("invalid_request_error", "invalid_api_key"));
	assert.deepEqual(error(429), of("requests", "rate_limit_exceeded"));
	assert.deepEqual(error(429, "insufficient_quota"), of("requests", "insufficient_quota"));
	assert.deepEqual(error(503), of("server_error", null));
});
