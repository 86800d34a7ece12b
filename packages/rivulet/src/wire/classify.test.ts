import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelError } from "../message/model-error.ts";
import { classifyErrorObject, classifyReply } from "./classify.ts";

function reply(status: number, body: unknown, headers: Record<string, string> = {}): ModelError {
	const text = typeof body === "string" ? body : JSON.stringify(body);
	return classifyReply({ status, headers: new Headers(headers), body: text }, 0);
}
const kind = (object: unknown): string => classifyErrorObject(object).kind;

test("a reply has its status, the provider's words and code, and nothing that is not known", () => {
	assert.deepEqual(
		reply(404, { error: { message: "No such model", code: "model_not_found", type: "invalid" } }),
		{
			kind: "not_found",
			message: "No such model",
			retryable: false,
			status: 404,
			code: "model_not_found",
		},
	);
	assert.deepEqual(reply(500, { error: { message: "oops" } }), {
		kind: "server",
		message: "oops",
		retryable: true,
		status: 500,
	});
});

test("a status alone decides where nothing else is said", () => {
	for (const [status, expected, retryable] of [
		[301, "invalid_request", false],
		[400, "invalid_request", false],
		[401, "auth", false],
		[402, "quota", false],
		[403, "permission", false],
		[404, "not_found", false],
		[405, "invalid_request", false],
		[408, "timeout", true],
		[409, "server", true],
		[410, "invalid_request", false],
		[413, "overflow", false],
		[422, "invalid_request", false],
		[429, "rate_limit", true],
		[500, "server", true],
		[502, "server", true],
		[503, "server", true],
		[504, "server", true],
		[524, "server", true],
		[529, "overloaded", true],
	] as const) {
		const error = reply(status, "");
		assert.deepEqual([error.kind, error.retryable], [expected, retryable], `${status}`);
		assert.equal(error.message, `HTTP ${status} with an empty body`);
	}
});

test("429 is never an overflow, whatever its code and words", () => {
	for (const body of [
		{ error: { message: "maximum context length is 8192 tokens", code: "context_length_exceeded" } },
		{ error: { message: "Too many tokens" } },
		{ message: "prompt is too long: 5 tokens > 4 maximum", type: "too_many_tokens_error" },
	]) {
		assert.equal(reply(429, body).kind, "rate_limit");
	}
});

test("no words make a 4xx retryable", () => {
	for (const words of [
		"overloaded",
		"rate limit",
		"timeout",
		"Internal server error",
		"terminated",
		"429",
		"503",
	]) {
		const error = reply(400, { error: { message: `messages.0: ${words}, please try again` } });
		assert.deepEqual([error.kind, error.retryable], ["invalid_request", false], words);
	}
});

test("throttling is no overflow", () => {
	for (const words of ["Too many tokens, please wait before trying again", "too many tokens per minute"]) {
		assert.equal(reply(400, { message: words }).kind, "invalid_request");
		assert.equal(kind({ message: words, type: "throttlingException" }), "rate_limit");
		assert.notEqual(kind({ message: words, code: "too_many_tokens" }), "overflow");
	}
});

test("digits inside ids mean nothing", () => {
	const message = "Something failed. Request id 429-503-1308-1113-529, call_429";
	assert.equal(reply(400, { error: { message } }).kind, "invalid_request");
	assert.equal(kind({ message, code: "server_error" }), "server");
});

test("a request that is too large in bytes is no overflow, one in tokens is, and so is one that nobody explains", () => {
	assert.equal(
		reply(413, { error: { message: "Request exceeds the maximum size" } }).kind,
		"invalid_request",
	);
	assert.equal(reply(413, { error: { message: "The prompt is larger than allowed" } }).kind, "overflow");
	assert.equal(reply(413, "<html><title>413 Request Entity Too Large</title></html>").kind, "overflow");
	assert.equal(reply(413, "").retryable, false);
});

test("quota is told from a limit per minute by code, by words of money and by a wait that is given", () => {
	const message = "You exceeded your current quota, please check your plan and billing details.";
	const retryInfo = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.4s" };
	assert.equal(reply(429, { error: { message, code: "insufficient_quota" } }).kind, "quota");
	assert.equal(reply(429, { error: { message } }).kind, "quota");
	assert.equal(
		reply(429, { error: { message: "Quota exceeded: 60 requests per minute" } }).kind,
		"rate_limit",
	);
	assert.equal(reply(429, { error: { message, status: "RESOURCE_EXHAUSTED" } }).kind, "rate_limit");
	assert.equal(
		reply(429, { error: { message: "Quota exceeded" } }, { "retry-after": "5" }).kind,
		"rate_limit",
	);
	const waiting = reply(429, { error: { message, details: [{}, retryInfo] } });
	assert.deepEqual([waiting.kind, waiting.retryAfterMs], ["rate_limit", 34_400]);
});

test("the wait of a header goes before that of the body", () => {
	const body = { error: { message: "slow", details: [{ retryDelay: "34.4s" }] } };
	assert.equal(reply(429, body, { "retry-after": "7" }).retryAfterMs, 7_000);
	assert.equal(
		reply(429, { error: { type: "usage_limit_reached", resets_in_seconds: 60 } }).retryAfterMs,
		60_000,
	);
	for (const retryDelay of ["soon", "-1s", "1e9s", 5]) {
		assert.ok(!("retryAfterMs" in reply(429, { error: { details: [{ retryDelay }] } })), `${retryDelay}`);
	}
});

test("x-should-retry has the last word on retryable, and on nothing else", () => {
	const refused = reply(500, { error: { message: "no" } }, { "x-should-retry": "false" });
	assert.deepEqual([refused.kind, refused.retryable], ["server", false]);
	const allowed = reply(400, { error: { message: "no" } }, { "x-should-retry": "true" });
	assert.deepEqual([allowed.kind, allowed.retryable], ["invalid_request", true]);
	assert.equal(reply(500, "", { "x-should-retry": "maybe" }).retryable, true);
});

test("the request id is that of the provider's header, else of the body, else of the proxy", () => {
	const body = { message: "no", request_id: "from-body" };
	const all = { "x-request-id": "a", "request-id": "b", "x-amzn-requestid": "c", "cf-ray": "d" };
	assert.equal(reply(500, body, all).requestId, "a");
	assert.equal(reply(500, body, { "request-id": "b", "cf-ray": "d" }).requestId, "b");
	assert.equal(reply(500, body, { "x-amzn-requestid": "c" }).requestId, "c");
	assert.equal(reply(500, body, { "cf-ray": "d" }).requestId, "from-body");
	assert.equal(reply(500, { message: "no" }, { "cf-ray": "d" }).requestId, "d");
});

test("Bedrock's kind of error comes in a header", () => {
	const typed = (status: number, type: string): ModelError =>
		reply(status, { message: "no" }, { "x-amzn-errortype": `${type}:http://internal.amazon.com/coral/x/` });
	assert.equal(typed(400, "ThrottlingException").kind, "rate_limit");
	assert.equal(typed(403, "UnrecognizedClientException").kind, "auth");
	assert.equal(typed(403, "ExpiredTokenException").kind, "auth");
	assert.equal(typed(403, "AccessDeniedException").kind, "permission");
	assert.equal(typed(424, "ModelErrorException").kind, "server");
	assert.equal(typed(400, "ValidationException").code, "ValidationException");
});

test("of an HTML page only the status and a short text are told", () => {
	const page = `<!DOCTYPE html><html><head><title>Bad gateway</title></head><body>${"rate limit ".repeat(5_000)}</body></html>`;
	assert.equal(reply(502, page).message, "HTTP 502: Bad gateway");
	assert.equal(reply(403, page).kind, "permission");
	const untitled = "<html><style>x { y }</style><body><h1>Service\n unavailable</h1></body></html>";
	assert.equal(reply(503, untitled).message, "HTTP 503: Service unavailable");
	assert.ok(reply(500, `<html>${"word ".repeat(9_000)}`).message.length <= 220);
});

test("a redirect that was not followed says where it leads", () => {
	const error = reply(301, "", { location: "https://host.example/v2" });
	assert.equal(error.message, "HTTP 301: https://host.example/v2");
});

test("a long message is cut to 1,000 characters with an ellipsis, never through a character", () => {
	const { message } = reply(400, { error: { message: "x".repeat(5_000) } });
	assert.equal(message.length, 1_000);
	assert.ok(message.endsWith("x…"));
	assert.equal(reply(400, { error: { message: "x".repeat(1_000) } }).message, "x".repeat(1_000));
	const faces = reply(400, { error: { message: "\u{1f600}".repeat(900) } }).message;
	assert.equal(faces, `${"\u{1f600}".repeat(499)}…`);
	assert.ok(reply(400, { error: { message: "no", code: "c".repeat(5_000) } }).code?.length === 200);
});

test("JSON of an unknown shape and plain text are told as they are", () => {
	assert.equal(reply(400, { success: false, why: "no" }).message, 'HTTP 400: {"success":false,"why":"no"}');
	assert.equal(reply(400, { why: "maximum context length" }).kind, "overflow");
	assert.equal(reply(401, "token expired").message, "token expired");
});

test("an error that comes as a record of a stream is read", () => {
	const record = 'event: error\ndata: {"error":{"message":"prompt is too long","code":400}}\n\n';
	assert.deepEqual(reply(400, record).kind, "overflow");
	assert.equal(reply(500, 'data: {"error":{"message":"oops"}}').message, "oops");
});

test("a status inside an error object counts as one, as number or text, under any of its names", () => {
	for (const object of [
		{ code: 429 },
		{ code: "429" },
		{ status: 429 },
		{ status_code: 429 },
		{ error: { code: 429 } },
	]) {
		const error = classifyErrorObject({ message: "slow", ...object });
		assert.deepEqual([error.kind, error.status, error.retryable], ["rate_limit", 429, true]);
	}
	assert.equal(classifyErrorObject({ message: "x" }, 503).status, 503);
	assert.ok(!("status" in classifyErrorObject({ message: "x" }, 200)));
	assert.equal(classifyErrorObject({ message: "x", code: 3051 }).code, "3051");
});

test("codes and types of an error object decide", () => {
	for (const [code, expected] of [
		["insufficient_quota", "quota"],
		["billing_error", "quota"],
		["rate_limit_error", "rate_limit"],
		["rate_limit_exceeded", "rate_limit"],
		["RESOURCE_EXHAUSTED", "rate_limit"],
		["ThrottlingException", "rate_limit"],
		["overloaded_error", "overloaded"],
		["UNAVAILABLE", "overloaded"],
		["server_error", "server"],
		["api_error", "server"],
		["INTERNAL", "server"],
		["timeout_error", "timeout"],
		["DEADLINE_EXCEEDED", "timeout"],
		["authentication_error", "auth"],
		["invalid_api_key", "auth"],
		["permission_error", "permission"],
		["PERMISSION_DENIED", "permission"],
		["not_found_error", "not_found"],
		["model_not_found", "not_found"],
		["context_length_exceeded", "overflow"],
		["content_filter", "content_filter"],
		["content_policy_violation", "content_filter"],
		["invalid_request_error", "invalid_request"],
		["INVALID_ARGUMENT", "invalid_request"],
		["tool_use_failed", "invalid_request"],
		["something_new", "server"],
	] as const) {
		assert.equal(kind({ message: "x", code }), expected, code);
		assert.equal(kind({ message: "x", type: code }), expected, code);
	}
});

test("words decide last: a general code gives way to them, a telling one does not", () => {
	assert.equal(
		kind({ type: "invalid_request_error", message: "prompt is too long: 5 tokens > 4 maximum" }),
		"overflow",
	);
	assert.equal(kind({ type: "overloaded_error", message: "prompt is too long" }), "overloaded");
	assert.equal(kind({ code: 400, message: "Token limit reached" }), "invalid_request");
	assert.equal(kind({ code: 502, message: "upstream provider unavailable" }), "server");
	assert.equal(kind({ code: 502, message: "upstream overloaded" }), "server");
	assert.equal(kind({ code: 503, message: "upstream overloaded" }), "overloaded");
});

test("without status and code the words decide, and an error that says nothing is the server's and may pass", () => {
	assert.equal(kind("model overloaded"), "overloaded");
	assert.equal(kind("Too many requests"), "rate_limit");
	assert.equal(kind("quota exceeded"), "quota");
	assert.equal(kind("context window exceeded"), "overflow");
	assert.equal(kind("Incorrect API key provided"), "auth");
	assert.equal(kind("Content violates usage guidelines"), "content_filter");
	for (const nothing of [
		null,
		undefined,
		42,
		true,
		{},
		[],
		"",
		{ message: 5 },
		{ message: "engine failure", code: null },
	]) {
		const error = classifyErrorObject(nothing);
		assert.deepEqual([error.kind, error.retryable], ["server", true]);
		assert.ok(error.message.length > 0);
	}
});

test("the sizes of an overflow are read from members before words", () => {
	const error = reply(400, {
		error: { message: "exceeds the context size (1 tokens)", n_ctx: 512, n_prompt_tokens: 2009 },
	});
	assert.deepEqual([error.kind, error.limit, error.requested], ["overflow", 512, 2009]);
	const words = classifyErrorObject({ message: "prompt is too long: 205000 tokens > 200000 maximum" });
	assert.deepEqual([words.limit, words.requested], [200_000, 205_000]);
	assert.ok(!("limit" in reply(400, { error: { message: "limit: 24 tools" } })));
});

test("an upstream provider's own error, quoted by a router, is read for kind and words", () => {
	const quoted = (raw: string): ModelError =>
		reply(400, {
			error: { code: 400, message: "Provider returned error", metadata: { provider_name: "P", raw } },
		});
	const overflow = quoted(
		'{"error":{"message":"prompt is too long: 5 tokens > 4 maximum","type":"invalid_request_error"}}',
	);
	assert.equal(overflow.kind, "overflow");
	assert.equal(overflow.message, "Provider returned error: prompt is too long: 5 tokens > 4 maximum");
	assert.equal(quoted("no JSON").message, "Provider returned error: no JSON");
});

test("no body makes the search run away", () => {
	for (const piece of [
		"exceed ",
		"context length ",
		"violates ",
		"no api",
		"quota ",
		"9",
		"9 + ",
		"max",
		"1,",
		"<title",
		"event: ",
	]) {
		const long = piece.repeat(65_536 / piece.length);
		const start = performance.now();
		for (const body of [long, `event:${long}`, `<${long}`, { error: { message: long, code: long } }])
			reply(400, body);
		assert.ok(performance.now() - start < 5_000, piece);
	}
});
