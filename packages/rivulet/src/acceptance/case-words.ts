import assert from "node:assert/strict";
import type { ToolCall } from "../message/content.ts";
import type { Case } from "./cases.ts";
import type { ReplyRun, RequestRun, WireMessage } from "./run-case.ts";

/** A condition in words: what a program can assert of it, or why there is nothing to assert beyond the rest. */
type Words<Run> = Record<string, ((run: Run) => void) | string>;

const stated = "the other members of the case say the same";
const byCheckStream = "asserted for every stream";

/** The words of stream cases. */
const replyWords: Words<ReplyRun> = {
	"usage is unknown, not invented": ({ message }) => assert.equal(message.usage.unreported, true),
	"no finish_reason arrived, so the text is kept and the end is an error": stated,
	"the lone LF that opens the second read is not a blank line": stated,
	"the error message says which payload could not be parsed, shortened": ({ message }) => {
		const text = message.errorMessage ?? "";
		assert.ok(text.includes('{"id":"c","choices":[{"index":0,"delta"'), text);
		assert.ok(text.length < 300, `${text.length} characters`);
	},
	"the reader is cancelled": ({ server }) => assert.equal(server.cancelled, 1),
	"the final text and every delta contain no U+FFFD": byCheckStream,
	"one leading BOM is dropped": stated,
	"no text block and no text event": ({ message, events }) => {
		assert.ok(!message.content.some((block) => block.type === "text"));
		assert.ok(!events.some((event) => event.type.startsWith("text_")));
	},
	"an unknown reason is an error that names it; a silent stop that drops the call is wrong": stated,
	"the call is kept and not run": (run) => {
		assert.equal(onlyCall(run).rawArguments, '{"path":"a.txt"}');
		mustNotRun(run);
	},
	'rawArguments \'{"path":"a\' is kept': (run) => assert.equal(onlyCall(run).rawArguments, '{"path":"a'),
	"the tool is not run with {} or with repaired arguments": mustNotRun,
	"no toolcall_end; the tool is not run": mustNotRun,
	"never stop; if error its kind is overflow": ({ message }) => {
		assert.ok(message.stopReason === "length" || message.error?.kind === "overflow");
	},
	"the call is not executed; if the run goes on, the loop answers with an isError result that says an object was expected":
		mustNotRun,
	"or arguments is {} and validation then reports the missing path": (run) => {
		assert.deepEqual(onlyCall(run).arguments, {});
	},
	"never executed; never crashes the run": mustNotRun,
	"rawArguments is kept": (run) => assert.equal(onlyCall(run).rawArguments, '["a.txt"]'),
	"rawArguments does not start with 'undefined' or 'null'": stated,
	"the number never reaches a canonical block": ({ events }) =>
		assert.ok(!JSON.stringify(events).includes(":42")),
	"contentIndex values used: 0 for call_a, 1 for the text, 2 for call_b": ({ events }) => {
		const places = new Map<number, string>();
		for (const event of events) {
			if ("contentIndex" in event) places.set(event.contentIndex, event.type.split("_")[0]!);
		}
		assert.deepEqual([...places].sort(), [
			[0, "toolcall"],
			[1, "text"],
			[2, "toolcall"],
		]);
	},
	"exactly one toolcall_end": ({ events }) => {
		assert.equal(events.filter((event) => event.type === "toolcall_end").length, 1);
	},
	"rawArguments equals the received text exactly": (run) => {
		assert.equal(onlyCall(run).rawArguments, '{"path":"a.txt","text":"long');
	},
	"the tool is never executed with {} or a repaired object": mustNotRun,
	"if stopReason is toolUse the call is marked invalid and the loop answers it with an isError tool result":
		mustNotRun,
	"no negative count": byCheckStream,
	"input 10; totalTokens 40 is kept, or output is 30 with reasoning; never NaN": ({ message: { usage } }) => {
		assert.deepEqual([usage.input, usage.output, usage.totalTokens], [10, 5, 40]);
	},
	"usage is zero or marked unknown; cost is not invented": ({ message: { usage } }) => {
		assert.deepEqual(usage, { input: 0, output: 0, totalTokens: 0, unreported: true });
	},
	"if error: kind protocol and the field is named; the string never reaches Usage": ({ message }) => {
		assert.equal(message.stopReason, "stop", "a bad count does not destroy the answer");
		assert.ok(message.deviations?.some((deviation) => deviation.name === "usage-invalid"));
		assert.deepEqual([message.usage.input, message.usage.output], [0, 5]);
	},
	"no negative number in Usage": ({ message }) => {
		assert.equal(message.stopReason, "stop", "a bad count does not destroy the answer");
		assert.ok(message.deviations?.some((deviation) => deviation.name === "usage-invalid"));
	},
	"the kind is invalid_request or not_found; one request is made": ({ message }) => {
		assert.ok(["invalid_request", "not_found"].includes(message.error?.kind ?? ""));
	},
	"the kind is server or overloaded": ({ message }) => {
		assert.ok(["server", "overloaded"].includes(message.error?.kind ?? ""));
	},
	"a retry waits at least 7 s (fake clock); abort during the wait ends it at once": "retry-cases.test.ts",
	"no sleep, no retry: the error is returned with the wait in it": "retry-cases.test.ts",
	"normal backoff is used; no NaN, zero or negative timer": "retry-cases.test.ts",
	"at most one compaction and one new request; if that overflows too the error is returned":
		"a rule on the loop; for one call: retry-cases.test.ts sees one request",
};

/** The words of request cases. */
const requestWords: Words<RequestRun> = {
	"URL is http://127.0.0.1:9/v1/chat/completions (one slash)": ({ request }) => {
		assert.equal(request.url, "http://127.0.0.1:9/v1/chat/completions");
	},
	"body has messages": stated,
	"assistant content is null, or absent, or empty; tool_calls is present": ({ body }) => {
		assert.ok([null, undefined, ""].includes(body.messages[1]?.content as null));
		assert.ok(Array.isArray(body.messages[1]?.tool_calls));
	},
	"both tool messages come directly after the assistant message, with string or text-part content that is not empty":
		({ body }) => {
			assert.deepEqual(rolesOf(body.messages).slice(1, 4), ["assistant", "tool", "tool"]);
			for (const { content } of body.messages.slice(2, 4)) {
				const parts =
					typeof content === "string" ? [{ type: "text", text: content }] : (content as { type: string }[]);
				assert.ok(parts.length > 0 && parts.every((part) => part.type === "text"));
			}
		},
	"the images follow in a user message after the last of them": ({ body }) => {
		const images = JSON.stringify(body.messages[4]?.content).match(/"image_url":/g);
		assert.equal(body.messages[4]?.role, "user");
		assert.equal(images?.length, 2);
	},
	"image_url in a message of role tool": stated,
	"a user message between the two tool messages": stated,
	"the serialized body is well-formed UTF-8 and contains no \\uD8xx-\\uDFxx escape without its partner": ({
		json,
	}) => {
		assert.equal(Buffer.from(json).toString(), json);
		assert.doesNotMatch(json, /\\ud[89a-f]/i);
	},
	"the pair U+1F600 is unchanged": ({ json }) => assert.ok(json.includes("good 😀 end")),
	"the stored message still holds its original text":
		"asserted for every request: the context is not changed",
	"max_completion_tokens is 100": stated,
	"max_tokens is 100": stated,
	"neither member is sent, or a known model limit is": ({ body }) => {
		assert.ok(!("max_tokens" in body) && !("max_completion_tokens" in body));
	},
	"one of the two members with the value null": stated,
	"role of the first message is system": stated,
	"role developer": ({ body }) => assert.ok(!rolesOf(body.messages).includes("developer")),
	"function.parameters is {type: object, properties: {}} (more members allowed)": ({ body }) => {
		const [tool] = body.tools as { function: { parameters: { type: string; properties: unknown } } }[];
		assert.equal(tool?.function.parameters.type, "object");
		assert.deepEqual(tool?.function.parameters.properties, {});
	},
	"the caller's tool object is not changed": "asserted for every request: the context is not changed",
	"a tool message for call_1 follows the assistant message": stated,
	"the assistant message has reasoning_content 'need file' and tool_calls": stated,
	"the thought inside content": stated,
	"tool call and result are sent": stated,
	"call and result are sent": stated,
	"the assistant message with tool_calls carries a reasoning_content member (it may be empty), since the endpoint checks for its presence":
		stated,
	"the assistant message has reasoning_details with exactly that entry": stated,
	"ENC inside content": stated,
	"two tool_calls with different ids; tool messages in the same order carry them": ({ body }) => {
		const calls = body.messages[1]?.tool_calls as { id: string }[];
		assert.notEqual(calls[0]?.id, calls[1]?.id);
		assert.deepEqual(
			body.messages.slice(2, 4).map((message) => message.tool_call_id),
			calls.map((call) => call.id),
		);
	},
};

/** Asserts the words of a stream or http-error case. Words that are not known here are a failure. */
export function checkReplyWords(run: ReplyRun, { expect }: Case): void {
	const policy =
		expect.policy === undefined || expect.policy === "one request is made" ? [] : [expect.policy];
	check(run, [...(expect.properties ?? []), ...policy], replyWords);
}

/** Asserts the words of a request case. A `mustNot` of one word is a text that the body must not have. */
export function checkRequestWords(run: RequestRun, { expect }: Case): void {
	const { must = [], mustNot = [] } = expect;
	for (const word of mustNot.filter(isOneWord)) assert.ok(!run.json.includes(word), `the body has ${word}`);
	check(run, [...must, ...mustNot.filter((words) => !isOneWord(words))], requestWords);
}

function isOneWord(words: string): boolean {
	return /^\w+$/.test(words);
}

function check<Run>(run: Run, all: string[], known: Words<Run>): void {
	for (const words of all) {
		const test = known[words];
		assert.ok(test !== undefined, `no test for the words "${words}"`);
		if (typeof test === "function") test(run);
	}
}

function onlyCall({ message }: ReplyRun): ToolCall {
	const calls = message.content.filter((block) => block.type === "toolCall");
	assert.equal(calls.length, 1);
	return calls[0]!;
}

/** The call says that it is broken, has no arguments, and never ended. */
function mustNotRun(run: ReplyRun): void {
	const call = onlyCall(run);
	assert.notEqual(call.argumentsError ?? "", "");
	assert.deepEqual(call.arguments, {});
	assert.ok(!run.events.some((event) => event.type === "toolcall_end"));
}

function rolesOf(messages: WireMessage[]): string[] {
	return messages.map((message) => message.role);
}
