import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assistantMessage, text, userMessage } from "../../message/constructors.ts";
import type { AgentContext, ToolDefinition } from "../../message/context.ts";
import type { ToolResultMessage } from "../../message/message.ts";
import type { ModelInfo } from "../model.ts";
import type { StandardSchema, StreamOptions } from "../options.ts";
import { RequestError } from "../request-error.ts";
import { toBody } from "./body.ts";
import type { CompletionsCompat } from "./compat.ts";

const info: ModelInfo = {
	api: "openai-completions",
	provider: "p",
	id: "m",
	input: ["text", "image", "file"],
};
const hello: AgentContext = { messages: [{ ...userMessage("hi"), timestamp: 1 }] };
const bare = {
	model: "m",
	messages: [{ role: "user", content: "hi" }],
	stream: true,
	stream_options: { include_usage: true },
};

function build(options: StreamOptions = {}, compat: CompletionsCompat = {}, context: AgentContext = hello) {
	const { body, report } = toBody(context, options, info, compat);
	return {
		body,
		changes: report.changes,
		deviations: report.deviations.map(({ name }) => name),
		report,
	};
}

/** What options and compat add to the smallest body, or take from it. */
function added(options: StreamOptions, compat?: CompletionsCompat, context?: AgentContext) {
	const { body } = build(options, compat, context);
	return Object.fromEntries(Object.entries(body).filter(([member]) => !(member in bare)));
}

const weather: ToolDefinition = {
	name: "weather",
	description: "w",
	parameters: { type: "object", properties: {} },
};
const patch: ToolDefinition = { ...weather, name: "patch", format: "text" };
const wireWeather = { type: "function", function: weather };
const withTools: AgentContext = { ...hello, tools: [weather, patch] };
const schema = { type: "object", properties: { a: { type: "integer" } } };

function standard(jsonSchema?: { [keyword: string]: unknown }): StandardSchema {
	return {
		"~standard": {
			version: 1,
			vendor: "test",
			validate: (value) => ({ value }),
			...(jsonSchema && { jsonSchema: { input: ({ target }) => ({ ...jsonSchema, $comment: target }) } }),
		},
	};
}

describe("the body of Chat Completions", () => {
	it("has model, messages, and the wish for a stream with usage; what is not asked for is not in it", () => {
		const { body, report } = build();
		assert.deepEqual(body, bare);
		assert.deepEqual(report, { changes: [], deviations: [] });
		assert.deepEqual(build({}, {}, { messages: [] }).body.messages, []);
	});

	const plain: [options: StreamOptions, members: object][] = [
		[{ temperature: 0 }, { temperature: 0 }],
		[{ topP: 0.5 }, { top_p: 0.5 }],
		[{ frequencyPenalty: -1 }, { frequency_penalty: -1 }],
		[{ presencePenalty: 0 }, { presence_penalty: 0 }],
		[{ maxTokens: 100 }, { max_completion_tokens: 100 }],
		[{ stopSequences: ["a", "b"] }, { stop: ["a", "b"] }],
		[{ stopSequences: [] }, {}],
		[{ seed: 0 }, { seed: 0 }],
		[{ thinking: "low" }, { reasoning_effort: "low" }],
		[{ thinking: 0 }, { reasoning_effort: "none" }],
		[{ serviceTier: "flex" }, { service_tier: "flex" }],
		[{ metadata: { a: "b" } }, { metadata: { a: "b" } }],
	];
	for (const [options, members] of plain) {
		it(`has ${JSON.stringify(members)} for ${JSON.stringify(options)}`, () => {
			assert.deepEqual(added(options), members);
			assert.deepEqual(build(options).deviations, []);
		});
	}

	it("has none of the options that are not for it", () => {
		const options: StreamOptions = {
			signal: new AbortController().signal,
			headers: { a: "b" },
			timeouts: { idle: 1 },
			retry: { attempts: 1 },
			onRequest() {},
			onResponse() {},
		};
		assert.deepEqual(build(options).body, bare);
	});

	it("has a limit of tokens in the member that the server knows", () => {
		assert.deepEqual(added({ maxTokens: 9 }, { maxTokensField: "max_tokens" }), { max_tokens: 9 });
		assert.deepEqual(added({}, { maxTokensField: "max_tokens" }), {});
	});

	it("has no wish for usage where the server does not know it", () => {
		const { stream_options: _, ...rest } = bare;
		assert.deepEqual(build({}, { supportsUsageInStreaming: false }).body, rest);
	});

	it("has top_k where the server knows it; else that is a deviation", () => {
		assert.deepEqual(added({ topK: 5 }, { supportsTopK: true }), { top_k: 5 });
		assert.deepEqual(added({ topK: 5 }), {});
		assert.deepEqual(build({ topK: 5 }).report.deviations, [
			{ name: "option-topK", at: "options.topK", detail: "not supported by this server" },
		]);
	});

	it("says where thinking can't be put exactly", () => {
		assert.deepEqual(build({ thinking: 1000 }).deviations, ["option-thinking"]);
		assert.deepEqual(build({ thinking: "low" }, { thinkingFormat: "none" }).deviations, ["option-thinking"]);
	});

	it("names each option that can't be sent once", () => {
		const { deviations } = build(
			{ thinking: 1000, topK: 1, cache: "long", sessionId: "s" },
			{ thinkingFormat: "none" },
		);
		assert.deepEqual(deviations.toSorted(), [...new Set(deviations)].toSorted());
	});

	it("counts what was changed in the messages, in phrases", () => {
		const thought = { type: "thinking", thinking: "hm" } as const;
		const file = { type: "file", url: "https://a.example/f", mimeType: "text/plain", name: "f" } as const;
		const changesOf = (times: number) => {
			const many = <T>(block: T): T[] => Array.from({ length: times }, () => block);
			const reply = assistantMessage([...many(thought), text("a")]);
			return build({}, {}, { messages: [userMessage(many(file)), reply] }).changes;
		};
		assert.ok(changesOf(1).includes("dropped 1 thinking block"), changesOf(1).join());
		assert.ok(changesOf(2).includes("dropped 2 thinking blocks"), changesOf(2).join());
		assert.equal(changesOf(2).length, 2);
		assert.ok(!changesOf(2).some((phrase) => phrase.includes("addresss")), changesOf(2).join());
	});

	it("has no half of a surrogate pair, in messages, tools or extraBody", () => {
		const context: AgentContext = {
			systemPrompt: "\ud800",
			messages: [userMessage("a\udc00")],
			tools: [{ ...weather, description: "\ud83d" }],
		};
		const wire = JSON.stringify(build({ extraBody: { user: "\ud800" } }, {}, context).body);
		assert.ok(!/\\ud[89a-f]/i.test(wire), wire);
		assert.equal(wire.split("\ufffd").length, 5);
	});

	it("can't be made of a role that no model may see", () => {
		const messages = [{ role: "note", content: [] }] as unknown as AgentContext["messages"];
		assert.throws(() => build({}, {}, { messages }), RequestError);
	});

	it("leaves context and options as they were", () => {
		const context = { ...withTools, providerTools: [{ type: "web_search" }] };
		const options = { extraBody: { tools: [{ type: "x" }], metadata: { c: "d" } }, metadata: { a: "b" } };
		const before = structuredClone([context, options]);
		build(options, {}, context);
		assert.deepEqual([context, options], before);
	});
});

describe("the tools of a body", () => {
	it("are those of the context, and then the provider's own, as they are", () => {
		const search = { type: "web_search" };
		const { tools } = added({}, {}, { ...hello, tools: [weather], providerTools: [search] });
		assert.deepEqual(tools, [wireWeather, search]);
		assert.deepEqual(added({}, {}, { ...hello, providerTools: [search] }), { tools: [search] });
		assert.deepEqual(added({}, {}, { ...hello, tools: [], providerTools: [] }), {});
	});

	it("are chosen by a word, or by a name in the form of its kind", () => {
		const choice = (toolChoice: NonNullable<StreamOptions["toolChoice"]>) =>
			added({ toolChoice }, {}, withTools).tool_choice;
		for (const word of ["auto", "none", "required"] as const) assert.equal(choice(word), word);
		assert.deepEqual(choice({ name: "weather" }), { type: "function", function: { name: "weather" } });
		assert.deepEqual(choice({ name: "patch" }), { type: "custom", custom: { name: "patch" } });
		assert.deepEqual(choice("weather"), choice({ name: "weather" }));
		assert.deepEqual(choice({ name: "auto" }), { type: "function", function: { name: "auto" } });
	});

	it("may be called in parallel or not", () => {
		for (const parallelToolCalls of [true, false]) {
			assert.equal(added({ parallelToolCalls }, {}, withTools).parallel_tool_calls, parallelToolCalls);
		}
	});

	it("leave no trace in the body where there are none; a call that can't be forced is a deviation", () => {
		for (const toolChoice of ["required", { name: "weather" }] as const) {
			assert.deepEqual(added({ toolChoice, parallelToolCalls: true }), {});
			assert.deepEqual(build({ toolChoice }).deviations, ["option-toolChoice"]);
		}
		assert.deepEqual(build({ toolChoice: "auto" }).deviations, []);
		assert.deepEqual(added({ toolChoice: "none", parallelToolCalls: false }), {});
	});

	it("are an empty list where the server needs one for a history with calls", () => {
		const result: ToolResultMessage = {
			role: "toolResult",
			toolCallId: "c1",
			toolName: "f",
			content: [text("1")],
			isError: false,
			timestamp: 1,
		};
		const call = assistantMessage([{ type: "toolCall", id: "c1", name: "f", arguments: {} }], "toolUse");
		const context = { messages: [...hello.messages, call, result] };
		const compat = { requiresToolsWithToolHistory: true };
		assert.deepEqual(added({}, compat, context), { tools: [] });
		assert.deepEqual(added({}, {}, context), {});
		assert.deepEqual(added({}, compat, hello), {});
		assert.deepEqual(added({}, compat, { ...context, tools: [weather] }).tools, [wireWeather]);
	});
});

describe("the output that a body asks for", () => {
	it("is held to a JSON Schema, given plain or by a Standard Schema", () => {
		const format = (held: object) => ({
			response_format: { type: "json_schema", json_schema: { name: "output", schema: held } },
		});
		assert.deepEqual(added({ output: schema }), format(schema));
		assert.deepEqual(added({ output: standard(schema) }), format({ ...schema, $comment: "draft-2020-12" }));
		assert.deepEqual(build({ output: schema }).deviations, []);
	});

	it("is held to JSON alone, or to nothing, where the server knows no more, which is a deviation", () => {
		assert.deepEqual(added({ output: schema }, { outputFormat: "json_object" }), {
			response_format: { type: "json_object" },
		});
		assert.deepEqual(added({ output: schema }, { outputFormat: "none" }), {});
		for (const outputFormat of ["json_object", "none"] as const) {
			assert.deepEqual(build({ output: schema }, { outputFormat }).deviations, ["option-output"]);
		}
	});

	it("is held to JSON alone where a Standard Schema can't say what it is", () => {
		assert.deepEqual(added({ output: standard() }), { response_format: { type: "json_object" } });
		assert.deepEqual(build({ output: standard() }).deviations, ["option-output"]);
	});
});

describe("the cache that a body asks for", () => {
	const compat = { supportsPromptCacheKey: true };

	it("is routed by the session, in at most 64 characters, and kept for a day at most", () => {
		assert.deepEqual(added({ sessionId: "s" }, compat), { prompt_cache_key: "s" });
		assert.deepEqual(added({ sessionId: "s".repeat(65) }, compat), { prompt_cache_key: "s".repeat(64) });
		assert.deepEqual(added({ cache: "long" }, compat), { prompt_cache_retention: "24h" });
		assert.deepEqual(added({ sessionId: "s", cache: "short" }, compat), { prompt_cache_key: "s" });
		assert.deepEqual(build({ sessionId: "s", cache: "long" }, compat).deviations, []);
	});

	it("can't be switched off, which is a deviation", () => {
		assert.deepEqual(added({ cache: "none", sessionId: "s" }, compat), {});
		assert.deepEqual(build({ cache: "none", sessionId: "s" }, compat).deviations, ["option-cache"]);
	});

	it("can't be asked for where the server does not know it, which is a deviation", () => {
		for (const cache of ["none", "short", "long"] as const) {
			assert.deepEqual(added({ cache, sessionId: "s" }), {});
			assert.deepEqual(build({ cache, sessionId: "s" }).deviations.toSorted(), [
				"option-cache",
				"option-sessionId",
			]);
		}
	});
});

describe("a partial reply that is to be continued", () => {
	const partial: AgentContext = { messages: [...hello.messages, assistantMessage("It is")] };
	const last = (compat: CompletionsCompat, continuePartial = true) =>
		(build({ continuePartial }, compat, partial).body.messages as object[]).at(-1);

	it("stands last, marked where the server wants that", () => {
		const plain = { role: "assistant", content: "It is" };
		assert.deepEqual(last({ continuePartial: "plain" }), plain);
		assert.deepEqual(last({ continuePartial: "prefix" }), { ...plain, prefix: true });
		assert.deepEqual(last({ continuePartial: "prefix" }, false), plain);
	});

	it("can't be continued where the server can't, or where another message is the last", () => {
		const options = { continuePartial: true };
		assert.throws(() => build(options, {}, partial), {
			name: "RequestError",
			message: "options.continuePartial is not supported by this server",
		});
		for (const context of [hello, { messages: [] }]) {
			assert.throws(() => build(options, { continuePartial: "prefix" }, context), {
				name: "RequestError",
				message: "options.continuePartial needs a last message of role assistant",
			});
		}
	});
});

describe("extraBody", () => {
	it("is merged deeply, and last; lists of tools are joined", () => {
		const options: StreamOptions = {
			temperature: 0,
			maxTokens: 5,
			extraBody: {
				temperature: 1,
				stream_options: { include_obfuscation: false },
				tools: [{ type: "web_search" }],
				max_completion_tokens: undefined,
				reasoning: { effort: "high" },
			},
		};
		const { body } = build(options, {}, { ...hello, tools: [weather] });
		assert.deepEqual(body, {
			...bare,
			temperature: 1,
			stream_options: { include_usage: true, include_obfuscation: false },
			tools: [wireWeather, { type: "web_search" }],
			reasoning: { effort: "high" },
		});
	});
});
