import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { describe, it } from "node:test";
import { checkStream } from "../acceptance/check-stream.ts";
import { soon, turns } from "../acceptance/fake-clock.ts";
import { assistantMessage, text, userMessage } from "../message/constructors.ts";
import type { AssistantContent } from "../message/content.ts";
import type { AgentContext } from "../message/context.ts";
import type { AssistantMessage } from "../message/message.ts";
import type { ModelEvent } from "../stream/model-event.ts";
import { ScriptedModel, type ScriptedTurn } from "./scripted-model.ts";

const hello = (): AgentContext => ({ messages: [userMessage("hi")] });

/** What a script of one turn streams. */
function play(turn: ScriptedTurn) {
	return soon(checkStream(new ScriptedModel([turn]).stream(hello())));
}

function say(...content: AssistantContent[]) {
	return play(
		assistantMessage(content, content.some(({ type }) => type === "toolCall") ? "toolUse" : "stop"),
	);
}

function typesOf(events: readonly ModelEvent[]): string {
	return events.map(({ type }) => type).join(" ");
}

const call = { type: "toolCall", id: "c1", name: "f", arguments: { a: [1, "ü"] } } as const;

const blocks: { [what: string]: AssistantContent } = {
	"a thought": { type: "thinking", thinking: "hm", providerData: { v: 1, signature: "s" } },
	"a thought that is kept back": {
		type: "thinking",
		thinking: "",
		redacted: true,
		providerData: { v: 1, data: "d" },
	},
	"a text with citations": {
		...text("a"),
		annotations: [{ type: "url_citation", url: "https://a.example" }],
	},
	"an empty text with provider data": { ...text(""), providerData: { v: 1, signature: "s" } },
	"a refusal": { ...text("I can't."), refusal: true },
	"an image": { type: "image", data: "AA==", mimeType: "image/png", providerData: { v: 1, id: "i" } },
	"a call that the provider runs": { type: "serverTool", id: "s1", name: "search", arguments: { q: "x" } },
	"the result of such a call": { type: "serverToolResult", id: "s1", content: [{ title: "X" }] },
	"an opaque block": { type: "opaque", kind: "audio", providerData: { v: 1, id: "o" } },
	"a call with provider data": {
		...call,
		rawArguments: '{"a":[1,"ü"]}',
		providerData: { v: 1, extra: { b: 1 } },
	},
};

describe("a scripted model", () => {
	it("streams a text and ends with the script's own facts", async () => {
		const turn = assistantMessage("hi there", "length", {
			api: "some-api",
			provider: "p",
			model: "m",
			usage: { input: 1, output: 2, totalTokens: 3 },
			responseId: "r1",
			rawStopReason: "max_tokens",
			deviations: [{ name: "no-done-marker", at: 3 }],
			timing: { attempts: 2, totalMs: 9 },
			timestamp: 7,
		});
		const { events, message } = await play(turn);
		assert.equal(typesOf(events), "start text_start text_delta text_end done");
		assert.deepEqual(message, turn);
		const [start] = events;
		assert.ok(start?.type === "start");
		assert.deepEqual(
			[start.partial.api, start.partial.provider, start.partial.model, start.partial.timestamp],
			["some-api", "p", "m", 7],
		);
	});

	it("streams two text blocks as two blocks", async () => {
		const { events, message } = await say(text("a"), text("b"));
		assert.equal(typesOf(events), "start text_start text_delta text_end text_start text_delta text_end done");
		assert.deepEqual(message.content, [text("a"), text("b")]);
	});

	it("streams each call as one toolcall_delta with its whole JSON text, and then its toolcall_end", async () => {
		const { events, message, joined } = await say(text("a"), call, { ...call, id: "c2", arguments: {} });
		assert.equal(
			typesOf(events.slice(4)),
			"toolcall_start toolcall_delta toolcall_end toolcall_start toolcall_delta toolcall_end done",
		);
		assert.deepEqual(joined, ["a", '{"a":[1,"ü"]}', "{}"]);
		assert.deepEqual(message.content[1], { ...call, rawArguments: '{"a":[1,"ü"]}' });
		assert.deepEqual(
			events.flatMap((event) => (event.type === "toolcall_end" ? [event.toolCall.id] : [])),
			["c1", "c2"],
		);
	});

	it("streams a call's rawArguments as they are, where it has them", async () => {
		const rawArguments = '{ "a" : [1,"\\u00fc"] }';
		const { message, joined } = await say({ ...call, rawArguments });
		assert.deepEqual(joined, [rawArguments]);
		assert.deepEqual(message.content, [{ ...call, rawArguments }]);
	});

	it("ends no call that was cut", async () => {
		const cut = { ...call, arguments: {}, rawArguments: '{"a":[1', argumentsError: "cut" };
		const { events, message } = await play(assistantMessage([cut], "length"));
		assert.equal(typesOf(events), "start toolcall_start toolcall_delta done");
		const [block] = message.content;
		assert.ok(block?.type === "toolCall" && block.argumentsError);
		assert.deepEqual(block.arguments, {});
	});

	it("makes up the id of a call without one, of the number of messages", async () => {
		const { message } = await say({ ...call, id: "" });
		assert.deepEqual(message.content, [{ ...call, id: "call_1_0", rawArguments: '{"a":[1,"ü"]}' }]);
	});

	it("streams a string for arguments as JSON, which ends no call: arguments are an object", async () => {
		const { events, joined } = await say({ ...call, arguments: "a" });
		assert.deepEqual(joined, ['"a"']);
		assert.equal(typesOf(events), "start toolcall_start toolcall_delta done");
	});

	it("gives the arguments of a free-text call as the text itself", async () => {
		const patch = {
			type: "toolCall",
			id: "c1",
			name: "patch",
			arguments: "*** a\n",
			format: "text",
		} as const;
		const stream = new ScriptedModel([assistantMessage([patch], "toolUse")]).stream(hello());
		assert.deepEqual((await soon(stream.result())).content, [{ ...patch, rawArguments: "*** a\n" }]);
	});

	for (const [what, block] of Object.entries(blocks)) {
		it(`streams ${what} with all that it has`, async () => {
			const { message } = await say(text("before"), block, text("after"));
			assert.deepEqual(message.content, [text("before"), block, text("after")]);
		});
	}

	it("sends its events only after stream() has returned", async () => {
		const stream = new ScriptedModel([assistantMessage("a")]).stream(hello());
		const first = stream[Symbol.asyncIterator]().next();
		let seen = false;
		void first.then(() => {
			seen = true;
		});
		assert.equal(stream.ended, false);
		assert.equal(seen, false);
		assert.equal((await soon(first)).value?.type, "start");
	});

	it("uses one turn for each request", async () => {
		const model = new ScriptedModel([assistantMessage("a"), assistantMessage("b")]);
		assert.deepEqual([model.cursor, model.remaining], [0, 2]);
		// Both are asked for before the first one has streamed.
		const streams = [model.stream(hello()), model.stream(hello())];
		assert.deepEqual([model.cursor, model.remaining], [2, 0]);
		const replies = await soon(Promise.all(streams.map((stream) => stream.result())));
		assert.deepEqual(
			replies.map(({ content }) => content),
			[[text("a")], [text("b")]],
		);
	});

	it("has its turns from any iterable, and a list that changes later does not change the script", async () => {
		const script = [assistantMessage("a")];
		const model = new ScriptedModel(script);
		script.pop();
		assert.equal((await soon(model.stream(hello()).result())).stopReason, "stop");
		assert.equal(new ScriptedModel(new Set([assistantMessage("a")])).remaining, 1);
	});

	it("asks a turn that is a function what to say, once, with the snapshot of its request", async () => {
		const model = new ScriptedModel([
			({ context, options }) => assistantMessage(`${context.messages.length} at ${options.temperature}`),
		]);
		const reply = await soon(model.stream(hello(), { temperature: 0.5 }).result());
		assert.deepEqual(reply.content, [text("1 at 0.5")]);
	});

	it("takes a turn that throws for an error", async () => {
		const { events, message } = await play(() => {
			throw new Error("no idea");
		});
		assert.equal(typesOf(events), "error");
		assert.deepEqual(message.error, { kind: "internal", message: "no idea", retryable: false });
	});

	it("does not change the script, which can be played again", async () => {
		const turn = assistantMessage([text("a"), call], "toolUse");
		const before = structuredClone(turn);
		const model = new ScriptedModel([turn, turn]);
		const [first, second] = [await model.stream(hello()).result(), await model.stream(hello()).result()];
		assert.deepEqual(turn, before);
		assert.deepEqual(first, second);
	});
});

describe("the requests of a scripted model", () => {
	it("are snapshots, in which later changes of the context and the options don't show", async () => {
		const model = new ScriptedModel([assistantMessage("a"), assistantMessage("b")]);
		const context: AgentContext = { systemPrompt: "s", ...hello(), tools: [] };
		const options = { temperature: 0, stopSequences: ["x"] };
		const first = model.stream(context, options);
		context.systemPrompt = "changed";
		context.messages.push(await soon(first.result()), userMessage("more"));
		options.stopSequences.push("y");
		await soon(model.stream(context, options).result());
		const [one, two] = model.requests;
		assert.equal(model.requests.length, 2);
		assert.deepEqual(
			[one?.context.systemPrompt, one?.context.messages.length, one?.context.tools],
			["s", 1, []],
		);
		assert.deepEqual(one?.options, { temperature: 0, stopSequences: ["x"] });
		assert.deepEqual(two?.context, context);
		assert.deepEqual(two?.options.stopSequences, ["x", "y"]);
	});

	it("are there as soon as stream() has returned", () => {
		const model = new ScriptedModel([assistantMessage("a")]);
		void model.stream(hello());
		assert.equal(model.requests.length, 1);
		assert.deepEqual(model.requests[0]?.options, {});
	});

	it("leave out what can't be cloned, and taking one never throws", async () => {
		const model = new ScriptedModel([assistantMessage("a")]);
		const context: AgentContext = { ...hello(), providerTools: [{ run: () => 1, name: "x" }] };
		const loop: { [member: string]: unknown } = {};
		loop.loop = loop;
		const options = {
			signal: new AbortController().signal,
			onRequest: () => {},
			extraBody: {
				loop,
				a: 1,
				get bad(): never {
					throw new Error("no");
				},
			},
			seed: 1,
		};
		assert.equal((await soon(model.stream(context, options).result())).stopReason, "stop");
		assert.deepEqual(model.requests[0]?.context.providerTools, [{ name: "x" }]);
		const { signal, onRequest, seed } = model.requests[0]?.options ?? {};
		assert.deepEqual([signal, onRequest, seed], [undefined, undefined, 1]);
	});

	it("can be looked at without making one", () => {
		const model = new ScriptedModel([]);
		const context = hello();
		const { url, headers, body, report } = model.request(context, { seed: 1, onResponse: () => {} });
		assert.deepEqual([url, headers], ["", {}]);
		assert.deepEqual(body, { context, options: { seed: 1 } });
		assert.deepEqual(report, { changes: [], deviations: [] });
		assert.equal(model.requests.length, 0);
	});
});

describe("a scripted failure", () => {
	it("is one error event where the script is exhausted; the request is recorded all the same", async () => {
		const model = new ScriptedModel([]);
		const { events, message } = await soon(checkStream(model.stream(hello())));
		assert.equal(typesOf(events), "error");
		assert.match(message.errorMessage ?? "", /^ScriptedModel 没有更多响应/);
		assert.equal(message.stopReason, "error");
		assert.equal(message.error?.retryable, false);
		assert.equal(model.requests.length, 1);
		assert.equal(model.cursor, 1);
		assert.equal(model.remaining, 0);
	});

	it("is one error event where the signal was aborted beforehand; request and turn are used up all the same", async () => {
		const model = new ScriptedModel([assistantMessage("a"), assistantMessage("b")]);
		const aborted = model.stream(hello(), { signal: AbortSignal.abort() });
		const { events, message } = await soon(checkStream(aborted));
		assert.equal(typesOf(events), "error");
		assert.equal(message.stopReason, "aborted");
		assert.equal(message.errorMessage, "Request was aborted");
		assert.equal(model.requests.length, 1);
		assert.deepEqual((await soon(model.stream(hello()).result())).content, [text("b")]);
	});

	it("streams its partial text first, and then ends as the error that the script gives", async () => {
		const error = { kind: "overloaded", message: "later", status: 529, retryable: true } as const;
		const turn = assistantMessage("half", "error", { error, errorMessage: "later", timestamp: 7 });
		const { events, message } = await play(turn);
		assert.equal(typesOf(events), "start text_start text_delta text_end error");
		assert.deepEqual(message, turn);
	});

	it("makes the error of a message that has only words for it, or none", async () => {
		const worded = await play(assistantMessage("half", "error", { errorMessage: "broken" }));
		assert.equal(worded.message.errorMessage, "broken");
		assert.deepEqual(worded.message.error, { kind: "server", message: "broken", retryable: false });
		const aborted = await play(assistantMessage("half", "aborted"));
		assert.equal(aborted.message.errorMessage, "Request was aborted");
		assert.deepEqual(aborted.message.content, [text("half")]);
		const bare = await play(assistantMessage([], "error"));
		assert.equal(typesOf(bare.events), "error");
	});

	it("keeps what came before the signal or cancel() ended it, and leaves no listener behind", async () => {
		for (const how of ["signal", "cancel"] as const) {
			const abort = new AbortController();
			const model = new ScriptedModel([assistantMessage([text("a"), text("b")])]);
			const stream = model.stream(hello(), { signal: abort.signal });
			for await (const event of stream) {
				if (event.type !== "text_delta") continue;
				if (how === "signal") abort.abort();
				else stream.cancel();
				break;
			}
			const { message, events } = await soon(checkStream(stream));
			assert.equal(typesOf(events.slice(-1)), "error");
			assert.equal(message.stopReason, "aborted");
			assert.equal(message.errorMessage, "Request was aborted");
			assert.deepEqual(message.content, [text("a")]);
			assert.equal(getEventListeners(abort.signal, "abort").length, 0);
		}
	});

	it("leaves no listener behind after a reply that was whole", async () => {
		const { signal } = new AbortController();
		const model = new ScriptedModel([assistantMessage("a")]);
		await soon(model.stream(hello(), { signal }).result());
		await turns();
		assert.equal(getEventListeners(signal, "abort").length, 0);
	});

	it("is a result, not a rejection, whatever the script holds", async () => {
		const loop: { [member: string]: unknown } = {};
		loop.loop = loop;
		const bad = [
			assistantMessage([{ ...call, arguments: loop }], "toolUse"),
			{ role: "assistant" } as unknown as AssistantMessage,
			() => undefined as unknown as AssistantMessage,
			null as unknown as AssistantMessage,
		];
		const model = new ScriptedModel(bad);
		for (const _ of bad) {
			const stream = model.stream(hello());
			assert.equal((await soon(stream.result())).role, "assistant");
			let terminal = 0;
			for await (const { type } of stream) if (type === "done" || type === "error") terminal++;
			assert.equal(terminal, 1);
		}
	});
});
