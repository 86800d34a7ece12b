import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assistantMessage, text, userMessage } from "../../message/constructors.ts";
import type { AssistantContent, ThinkingContent, ToolCall } from "../../message/content.ts";
import type { AssistantMessage, Message } from "../../message/message.ts";
import type { InputKind } from "../model.ts";
import { RequestError } from "../request-error.ts";
import type { CompletionsCompat } from "./compat.ts";
import { call, image, result } from "./messages.test.helper.ts";
import { type MessageTarget, toProviderMessages } from "./messages.ts";

const self = { api: "openai-completions", provider: "p", model: "m" };

function target(
	compat: CompletionsCompat = {},
	input: InputKind[] = ["text", "image", "file"],
): MessageTarget {
	return { api: self.api, provider: self.provider, id: self.model, input, compat };
}

/** Messages on the wire to the model `m`, and what was changed on the way. */
function send(messages: Message[], compat?: CompletionsCompat, input?: InputKind[]) {
	const changes = new Map<string, number>();
	const wire = toProviderMessages(messages, target(compat, input), changes);
	return { wire, changes: Object.fromEntries(changes) };
}

/** A reply of the model `m` itself. */
function own(content: AssistantContent[], overrides: Partial<AssistantMessage> = {}): AssistantMessage {
	return assistantMessage(content, "stop", { ...self, ...overrides });
}

const wireCall = { id: "c1", type: "function", function: { name: "f", arguments: '{"a":1}' } };
const thought: ThinkingContent = {
	type: "thinking",
	thinking: "hm",
	providerData: { v: 1, field: "reasoning_content" },
};

describe("messages of Chat Completions", () => {
	it("are made of a context or of messages alone; nothing gives nothing", () => {
		const messages = [userMessage("hi")];
		const user = { role: "user", content: "hi" };
		assert.deepEqual(toProviderMessages({ systemPrompt: "s", messages }), [
			{ role: "system", content: "s" },
			user,
		]);
		assert.deepEqual(toProviderMessages(messages), [user]);
		assert.deepEqual(toProviderMessages({ messages: [] }), []);
		assert.deepEqual(toProviderMessages({ systemPrompt: "", messages: [] }), []);
	});

	it("carry a whole round trip, call and result joined by the id", () => {
		const { wire, changes } = send([
			userMessage("hi"),
			own([text("a"), call, { ...call, id: "c2", arguments: {} }]),
			result("1"),
			result("2", "c2"),
			own([text("b")]),
		]);
		assert.deepEqual(wire, [
			{ role: "user", content: "hi" },
			{
				role: "assistant",
				content: "a",
				tool_calls: [wireCall, { ...wireCall, id: "c2", function: { name: "f", arguments: "{}" } }],
			},
			{ role: "tool", tool_call_id: "c1", name: "f", content: "1" },
			{ role: "tool", tool_call_id: "c2", name: "f", content: "2" },
			{ role: "assistant", content: "b" },
		]);
		assert.deepEqual(changes, {});
	});

	it("join several text blocks with a line feed, whoever says them", () => {
		const two = [text("a"), text("b")];
		const { wire } = send([userMessage(two), own(two), result(two)]);
		assert.deepEqual(
			wire.map(({ content }) => content),
			["a\nb", "a\nb", "a\nb"],
		);
	});

	it("leave out empty text blocks, and messages that have nothing else", () => {
		const { wire } = send([
			userMessage([text(""), text("a"), text("")]),
			userMessage(""),
			own([text(""), text("b"), text(" \n")]),
			own([text(" ")]),
			own([]),
			own([text(""), call]),
		]);
		assert.deepEqual(wire, [
			{ role: "user", content: "a" },
			{ role: "assistant", content: "b" },
			{ role: "assistant", content: null, tool_calls: [wireCall] },
		]);
	});

	it("leave the context as it was", () => {
		const messages = [userMessage([image]), own([thought, call]), result([image]), own([text("a")])];
		const before = structuredClone(messages);
		send(messages, { requiresAssistantAfterToolResult: true });
		assert.deepEqual(messages, before);
	});

	it("carry a refusal as the text that it is", () => {
		assert.deepEqual(send([own([{ ...text("no"), refusal: true }])]).wire, [
			{ role: "assistant", content: "no" },
		]);
	});

	it("can't be made of a role that no model may see, and the error names index and role", () => {
		for (const [role, named] of [
			["note", '"note"'],
			[undefined, "undefined"],
			[7, "7"],
		] as const) {
			const messages = [userMessage("hi"), { role, content: [] }] as unknown as Message[];
			assert.throws(() => send(messages), {
				name: "RequestError",
				message: `messages[1].role ${named} can't be sent to a model`,
			});
		}
		assert.throws(() => send([null] as unknown as Message[]), RequestError);
		assert.throws(() => send([{ role: "user", content: "hi" }] as unknown as Message[]), {
			name: "RequestError",
			message: "messages[0].content must be a list of blocks",
		});
	});

	it("say how many blocks had no place in them, by kind", () => {
		const { wire, changes } = send([
			own([
				text("a"),
				{ type: "serverTool", id: "s", name: "search", arguments: {} },
				{ type: "serverToolResult", id: "s", content: [] },
				{ type: "opaque", kind: "x", providerData: { v: 1 } },
				{ type: "opaque", kind: "y", providerData: { v: 1 } },
				image,
			]),
		]);
		assert.deepEqual(wire, [{ role: "assistant", content: "a" }]);
		assert.deepEqual(changes, {
			"dropped serverTool block": 1,
			"dropped serverToolResult block": 1,
			"dropped opaque block": 2,
			"dropped image block": 1,
		});
	});
});

describe("the arguments of a call", () => {
	const argumentsOf = (block: Partial<ToolCall>) => {
		const calls = send([own([{ ...call, ...block }])]).wire.flatMap(({ tool_calls }) => tool_calls);
		return (calls as (typeof wireCall)[])[0]?.function.arguments;
	};

	it("go back as the exact text that came, where there is one", () => {
		assert.equal(argumentsOf({ rawArguments: '{ "a" :\t1.0 }' }), '{ "a" :\t1.0 }');
	});

	it("are the value as JSON, where there is no text", () => {
		assert.equal(argumentsOf({}), '{"a":1}');
		assert.equal(argumentsOf({ arguments: undefined }), "{}");
	});

	it("are {} where the text is empty, or was cut: servers parse it", () => {
		assert.equal(argumentsOf({ arguments: {}, rawArguments: "" }), "{}");
		assert.equal(argumentsOf({ arguments: {}, rawArguments: " " }), "{}");
		assert.equal(argumentsOf({ arguments: {}, rawArguments: '{"a":', argumentsError: "cut" }), "{}");
	});

	it("of a free-text tool are its input", () => {
		const custom = (block: Partial<ToolCall>) =>
			send([own([{ ...call, format: "text", ...block }])]).wire[0]?.tool_calls;
		const wire = [{ id: "c1", type: "custom", custom: { name: "f", input: '*** "a"' } }];
		assert.deepEqual(custom({ arguments: '*** "a"' }), wire);
		assert.deepEqual(custom({ arguments: '*** "a"', rawArguments: '*** "a"' }), wire);
	});
});

describe("thoughts", () => {
	const foreign: [string, Partial<AssistantMessage>][] = [
		["another api", { api: "anthropic-messages" }],
		["another provider", { provider: "q" }],
		["another model", { model: "n" }],
		["another model that a router chose", { responseModel: "n" }],
	];

	it("go back to the model that had them, in the member that they came in", () => {
		for (const field of ["reasoning_content", "reasoning", "reasoning_text"]) {
			const block: ThinkingContent = { ...thought, providerData: { v: 1, field } };
			assert.deepEqual(send([own([block, text("a")])]), {
				wire: [{ role: "assistant", content: "a", [field]: "hm" }],
				changes: {},
			});
		}
		// The same model under its dated name.
		assert.equal(
			send([own([thought, text("a")], { responseModel: "m-2026-01-01" })]).wire[0]?.reasoning_content,
			"hm",
		);
	});

	for (const [whose, overrides] of foreign) {
		it(`of ${whose} stay here, with all provider data, and are counted`, () => {
			const signed = {
				...call,
				providerData: { v: 1, extra_content: { signature: "s" }, reasoning_details: [{}] },
			} as const;
			const { wire, changes } = send([own([thought, text("a"), signed], overrides)]);
			assert.deepEqual(wire, [{ role: "assistant", content: "a", tool_calls: [wireCall] }]);
			assert.deepEqual(changes, { "dropped thinking block": 1 });
		});
	}

	it("join in the member that they share", () => {
		const { wire } = send([own([thought, { ...thought, thinking: "!" }, text("a")])]);
		assert.equal(wire[0]?.reasoning_content, "hm!");
	});

	it("go back as reasoning_details, in order and as they came, where they came so", () => {
		const details = [
			{ type: "reasoning.text", text: "hm", signature: "s", index: 0 },
			{ type: "reasoning.encrypted", data: "d", index: 1 },
		];
		const block: ThinkingContent = {
			...thought,
			providerData: { v: 1, field: "reasoning", reasoning_details: details },
		};
		const later = { ...call, providerData: { v: 1, reasoning_details: [{ index: 2 }] } } as const;
		const { wire } = send([own([block, text("a"), later])]);
		assert.deepEqual(wire[0]?.reasoning_details, [...details, { index: 2 }]);
		assert.equal(wire[0]?.reasoning, undefined, "not twice");
	});

	it("give a call its extra_content back", () => {
		const extra_content = { google: { thought_signature: "s" } };
		const { wire } = send([own([{ ...call, providerData: { v: 1, extra_content } }])]);
		assert.deepEqual(wire[0]?.tool_calls, [{ ...wireCall, extra_content }]);
	});

	it("of a member that nobody knows are left out", () => {
		assert.deepEqual(send([own([{ type: "thinking", thinking: "hm" }, text("a")])]).wire, [
			{ role: "assistant", content: "a" },
		]);
	});
});

describe("a server that differs", () => {
	const turn = [userMessage("hi"), own([thought, call]), result([text("1"), image]), userMessage("go on")];
	const wireOf = (compat: CompletionsCompat) => send(turn, compat).wire;

	it("has the system prompt from a developer", () => {
		const context = { systemPrompt: "s", messages: [] };
		const roles = [{}, { supportsDeveloperRole: true }].map(
			(compat) => toProviderMessages(context, target(compat))[0]?.role,
		);
		assert.deepEqual(roles, ["system", "developer"]);
	});

	it("is sent no name with a tool's result", () => {
		const named = [{}, { requiresToolResultName: true }, { requiresToolResultName: false }].map(
			(compat) => "name" in (wireOf(compat)[2] ?? {}),
		);
		assert.deepEqual(named, [true, true, false]);
	});

	it("has an assistant between a tool's result and a user, once", () => {
		const roles = wireOf({ requiresAssistantAfterToolResult: true }).map(({ role }) => role);
		assert.deepEqual(roles, ["user", "assistant", "tool", "assistant", "user", "user"]);
		assert.deepEqual(
			wireOf({}).map(({ role }) => role),
			["user", "assistant", "tool", "user", "user"],
		);
	});

	it("has an empty text where a message has calls alone", () => {
		assert.equal(wireOf({})[1]?.content, null);
		assert.equal(wireOf({ requiresNonNullAssistantContent: true })[1]?.content, "");
	});

	it("has its thoughts as text of the message, its own alone", () => {
		const compat = { requiresThinkingAsText: true };
		assert.deepEqual(send([own([thought, text("a")])], compat).wire, [
			{ role: "assistant", content: "hm\na" },
		]);
		assert.deepEqual(send([own([thought, text("a")], { model: "n" })], compat).wire, [
			{ role: "assistant", content: "a" },
		]);
		const sealed: ThinkingContent = {
			type: "thinking",
			thinking: "",
			redacted: true,
			providerData: { v: 1 },
		};
		assert.deepEqual(send([own([sealed, text("a")])], compat).wire, [{ role: "assistant", content: "a" }]);
	});

	it("has reasoning_content with every reply, empty where there was no thought", () => {
		const compat = { requiresReasoningContentOnAssistantMessages: true };
		const { wire } = send(
			[own([thought, text("a")]), own([text("b")]), own([text("c")], { model: "n" })],
			compat,
		);
		assert.deepEqual(
			wire.map(({ reasoning_content }) => reasoning_content),
			["hm", "", ""],
		);
	});

	it("is sent no thoughts where it takes none back", () => {
		const { wire } = send([own([thought, text("a")])], { replaysReasoning: false });
		assert.deepEqual(wire, [{ role: "assistant", content: "a" }]);
	});
});
