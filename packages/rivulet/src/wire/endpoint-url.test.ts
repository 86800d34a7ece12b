import assert from "node:assert/strict";
import { test } from "node:test";
import { endpointUrl } from "./endpoint-url.ts";

test("base and path are joined by exactly one slash", () => {
	for (const base of ["https://host.example/v1", "https://host.example/v1/", "https://host.example/v1//"]) {
		for (const path of ["chat/completions", "/chat/completions"]) {
			assert.equal(endpointUrl(base, path), "https://host.example/v1/chat/completions");
		}
	}
	assert.equal(endpointUrl("http://localhost:8080", "messages"), "http://localhost:8080/messages");
});

test("a base that ends with the path is taken at its word", () => {
	assert.equal(
		endpointUrl("https://host.example/v1/messages", "messages"),
		"https://host.example/v1/messages/messages",
	);
});

test("the query of the base is kept, before that of the path", () => {
	const base = "https://host.example/openai/?api-version=2026-01-01";
	assert.equal(
		endpointUrl(base, "responses"),
		"https://host.example/openai/responses?api-version=2026-01-01",
	);
	assert.equal(
		endpointUrl(base, "models/m:streamGenerateContent?alt=sse"),
		"https://host.example/openai/models/m:streamGenerateContent?api-version=2026-01-01&alt=sse",
	);
	assert.equal(
		endpointUrl("https://host.example", "m:streamGenerateContent?alt=sse"),
		"https://host.example/m:streamGenerateContent?alt=sse",
	);
});

test("a fragment is dropped", () => {
	assert.equal(endpointUrl("https://host.example/v1#top", "x"), "https://host.example/v1/x");
});

test("what is no address is refused with a clear error that does not quote it", () => {
	for (const [base, message] of [
		["", /absolute URL/],
		["/v1", /absolute URL/],
		["host.example/v1?key=topsecret", /absolute URL/],
		["localhost:8080/topsecret", /http:\/\/ or https:/],
		["ftp://host.example/?key=topsecret", /http:\/\/ or https:/],
		["javascript:topsecret", /http:\/\/ or https:/],
		["https://user:topsecret@host.example/v1", /user name or password/],
		["https://topsecret@host.example/v1", /user name or password/],
		["https://:topsecret@host.example/v1", /user name or password/],
	] as const) {
		assert.throws(
			() => endpointUrl(base, "x"),
			(error: unknown) =>
				error instanceof TypeError &&
				message.test(error.message) &&
				error.message.startsWith("baseUrl must") &&
				!String(error.stack).includes("topsecret") &&
				error.cause === undefined,
			base,
		);
	}
});
