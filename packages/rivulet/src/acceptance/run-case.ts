import assert from "node:assert/strict";
import type { ModelRequest } from "../api/model.ts";
import type { StreamOptions } from "../api/options.ts";
import type { AgentContext } from "../message/context.ts";
import type { Case, CaseInput, CaseModel, Check, Expectation } from "./cases.ts";
import { type Collected, checkStream, collect } from "./check-stream.ts";
import { piecesOf, piecesOfSize } from "./cuts.ts";
import { fakeClock, turns } from "./fake-clock.ts";
import { type ChatOptions, chatModel, type Feed, feed, hello } from "./feed.ts";
import { deepFreeze } from "./plain.ts";

/** What came of a case that is a reply. */
export interface ReplyRun extends Collected {
	server: Feed;
}

/** Feeds the recorded pieces, asserts what the case says but for its words, and that the cuts make no difference. */
export async function runStreamCase({ input, expect, alsoAcceptable }: Case): Promise<ReplyRun> {
	const pieces = (input.chunks ?? []).map(bytesOf);
	const server = feed({ pieces, paced: true });
	const run = { ...(await checkStream(chatModel(server.fetch).stream(hello))), server };
	checkExpected(run, expect, alsoAcceptable);
	const body = Buffer.concat(pieces);
	for (const cut of [piecesOf(body, []), piecesOfSize(body, 1), piecesOfSize(body, 7)]) {
		const again = await collect(chatModel(feed({ pieces: cut }).fetch).stream(hello));
		assert.deepEqual(comparable(again), comparable(run), `in ${cut.length} pieces`);
	}
	await turns();
	return run;
}

/** Answers with the recorded status, headers and body, and asserts the error. */
export async function runHttpErrorCase({ input, expect, alsoAcceptable }: Case): Promise<ReplyRun> {
	const server = feed(errorReply(input));
	// Dates in headers are near this one, and the response's own Date header decides anyway.
	const clock = fakeClock(Date.parse(input.headers?.date ?? "") || undefined);
	const run = { ...(await checkStream(chatModel(server.fetch, { clock }).stream(hello))), server };
	checkExpected(run, expect, alsoAcceptable);
	assert.equal(run.message.error?.status, input.status);
	assert.deepEqual(run.message.content, []);
	return run;
}

/** The response of a case of kind http-error. */
export function errorReply({ body = "", status = 500, headers = {} }: CaseInput) {
	return { pieces: body === "" ? [] : [bytesOf(body)], status, headers };
}

function bytesOf(piece: string): Uint8Array {
	return piece.startsWith("base64:") ? Buffer.from(piece.slice(7), "base64") : Buffer.from(piece, "utf8");
}

function comparable({ message, joined }: Collected): unknown {
	const { timestamp: _, timing: __, ...rest } = message;
	return { rest, joined };
}

function checkExpected(run: Collected, expected: Expectation, also: Case["alsoAcceptable"]): void {
	try {
		checkReply(run, expected);
	} catch (error) {
		if (also === undefined || typeof also === "string") throw error;
		checkReply(run, { ...expected, ...also });
	}
}

function checkReply({ message }: Collected, { content, stopReason, usage, error }: Expectation): void {
	if (stopReason !== undefined) {
		const allowed = typeof stopReason === "string" ? [stopReason] : stopReason;
		assert.ok(allowed.includes(message.stopReason), `${message.stopReason} is one of ${allowed.join()}`);
	}
	if (content) {
		assert.equal(message.content.length, content.length, JSON.stringify(message.content));
		for (const [place, expected] of content.entries()) {
			const block: { [member: string]: unknown } = { ...message.content[place]! };
			for (const [member, value] of Object.entries(expected)) {
				if (value === null)
					assert.ok(block[member] !== undefined && block[member] !== "", `${member} is there`);
				else assert.deepEqual(block[member], value, member);
			}
		}
	}
	for (const [count, value] of Object.entries(usage ?? {})) {
		assert.equal(message.usage[count as keyof typeof message.usage], value, `usage.${count}`);
	}
	if (error === undefined) return;
	const actual = message.error;
	assert.ok(actual !== undefined);
	for (const member of ["kind", "retryable", "retryAfterMs"] as const) {
		if (error[member] !== undefined) assert.equal(actual[member], error[member], actual.message);
	}
	const text = actual.message.toLowerCase();
	const { messageIncludes, messageNotIncludes, messageMaxLength } = error;
	if (messageIncludes !== undefined) assert.ok(text.includes(messageIncludes.toLowerCase()), text);
	if (messageNotIncludes !== undefined) assert.ok(!text.includes(messageNotIncludes.toLowerCase()), text);
	if (messageMaxLength !== undefined) assert.ok(text.length <= messageMaxLength, `${text.length} characters`);
}

/** What came of a case that is a request. */
export interface RequestRun {
	request: ModelRequest;
	/** The body as sent: parsed again from its JSON. */
	body: RequestBody;
	/** The JSON text of the body. */
	json: string;
}

export interface RequestBody {
	[member: string]: unknown;
	messages: WireMessage[];
}

export interface WireMessage {
	[member: string]: unknown;
	role: string;
	content?: unknown;
}

/** Builds the request, asserts its checks, that `stream` sends the same, and that the context is left as it was. */
export async function runRequestCase({ input, expect }: Case): Promise<RequestRun> {
	const context = contextOf(input.context);
	deepFreeze(context);
	const before = JSON.stringify(context);
	const server = feed({ pieces: [] });
	const model = chatModel(server.fetch, modelOptions(input));
	const options = streamOptions(input);
	const request = model.request(context, options);
	const json = JSON.stringify(request.body);
	const body = JSON.parse(json) as RequestBody;
	for (const check of expect.checks ?? []) applyCheck(body, check);
	await model.stream(context, options).result();
	assert.deepEqual(
		JSON.parse(String(server.requests[0]?.init.body)),
		body,
		"stream() sends what request() shows",
	);
	assert.equal(server.requests[0]?.url, request.url);
	assert.equal(JSON.stringify(context), before, "the context is not changed");
	return { request, body, json };
}

/** What servers need that the cases know by name alone. */
const servers: Record<string, ChatOptions> = {
	deepseek: { compat: { requiresReasoningContentOnAssistantMessages: true } },
};

/** Endpoints that the cases describe in words, as options of the factory. */
const endpoints: Record<string, ChatOptions> = {
	"OpenAI, reasoning model": { reasoning: true },
	"compatible, max_tokens": { provider: "compatible", compat: { maxTokensField: "max_tokens" } },
	"compatible, no developer role, no store, no stream_options": {
		provider: "compatible",
		compat: { supportsUsageInStreaming: false },
	},
};

function modelOptions({ model, options, context }: CaseInput): ChatOptions {
	const { id, provider, baseUrl, input, reasoning } = model ?? makerOf(context);
	const endpoint = options?.endpoint;
	assert.ok(
		endpoint === undefined || String(endpoint) in endpoints,
		`the endpoint "${endpoint}" is not known here`,
	);
	return {
		model: id,
		...(provider === undefined ? {} : { provider }),
		...(baseUrl === undefined ? {} : { baseUrl }),
		...(input === undefined ? {} : { input }),
		...(reasoning === undefined ? {} : { reasoning }),
		...servers[provider ?? ""],
		...endpoints[String(endpoint)],
	};
}

/** Without a target, the model that made the history. */
function makerOf(context: unknown): CaseModel {
	const made = contextOf(context).messages.findLast((message) => message.role === "assistant");
	return made === undefined ? { id: "m-1" } : { id: made.model, provider: made.provider };
}

function streamOptions({ options = {} }: CaseInput): StreamOptions {
	const { endpoint: _, maxTokens, ...rest } = options;
	assert.deepEqual(rest, {}, "options that are not known here");
	return typeof maxTokens === "number" ? { maxTokens } : {};
}

/** The cases write provider data in short; see their README. */
function contextOf(context: unknown): AgentContext {
	const copy = structuredClone(context) as {
		messages: { role: string; content: { [member: string]: unknown }[] }[];
	};
	for (const { role, content } of copy.messages) {
		if (role !== "assistant") continue;
		for (const block of content) {
			const { thinkingSignature, thoughtSignature } = block;
			delete block.thinkingSignature;
			delete block.thoughtSignature;
			if (typeof thinkingSignature === "string") block.providerData = { v: 1, field: thinkingSignature };
			if (typeof thoughtSignature === "string") {
				block.providerData = { v: 1, reasoning_details: [JSON.parse(thoughtSignature)] };
			}
		}
	}
	return copy as unknown as AgentContext;
}

function applyCheck(body: unknown, check: Check): void {
	const at = check.path === "" ? "the body" : check.path;
	const value = valueAt(body, check.path);
	const json = typeof value === "string" ? value : JSON.stringify(value);
	if (check.exists) assert.notEqual(value, undefined, `${at} is there`);
	if (check.absent) assert.equal(value, undefined, `${at} is absent`);
	if ("equals" in check) assert.deepEqual(value, check.equals, at);
	if (check.matches !== undefined) assert.match(json ?? "", new RegExp(check.matches), at);
	if (check.notContains !== undefined)
		assert.ok(!json?.includes(check.notContains), `${at} has ${check.notContains}`);
}

function valueAt(body: unknown, path: string): unknown {
	let value = body;
	for (const step of path.match(/[^.[\]]+/g) ?? []) {
		if (typeof value !== "object" || value === null) return undefined;
		value = (value as { [member: string]: unknown })[step];
	}
	return value;
}
