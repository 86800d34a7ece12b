import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelError } from "../message/model-error.ts";
import { createRedactor } from "./redact.ts";

const secret = "s3cr.et+(key)/with=*?[meta]^$|\\{1}";
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const { text, headers, error } = createRedactor([
	secret,
	"pässwörd-\u{1f511}-9",
	'line\none\ttwo"quoted"',
	"tiny",
]);
const looks = createRedactor([]);

test("a secret is found as it is, whatever characters it has", () => {
	assert.equal(text(`a ${secret} b ${secret}`), "a [redacted] b [redacted]");
	assert.equal(text("<pässwörd-\u{1f511}-9>"), "<[redacted]>");
});

test("a secret is found URL-encoded, with capital or small letters, and as a form", () => {
	const encoded = encodeURIComponent(secret);
	assert.equal(text(`x${encoded}y`), "x[redacted]y");
	assert.equal(text(encoded.replace(/%\w\w/g, (byte) => byte.toLowerCase())), "[redacted]");
	assert.equal(text(new URLSearchParams({ q: secret }).toString()), "q=[redacted]");
	assert.equal(text(encodeURIComponent("pässwörd-\u{1f511}-9")), "[redacted]");
});

test("a secret is found JSON-escaped, in ASCII and with escaped slashes too", () => {
	assert.equal(text(JSON.stringify({ k: secret })), '{"k":"[redacted]"}');
	assert.equal(text(JSON.stringify({ k: 'line\none\ttwo"quoted"' })), '{"k":"[redacted]"}');
	assert.equal(text(JSON.stringify(secret).replaceAll("/", "\\/")), '"[redacted]"');
	assert.equal(text('"p\\u00e4ssw\\u00f6rd-\\ud83d\\udd11-9"'), '"[redacted]"');
});

test("a secret is found in base64 at every place of a longer text, but for the characters it shares", () => {
	for (const before of ["", "u", "us", "usr", "user:"]) {
		for (const behind of ["", "!", "!!"]) {
			const found = text(base64(before + secret + behind));
			assert.ok(found.includes("[redacted]"), found);
			assert.ok(found.length < "[redacted]".length + base64(before + behind).length + 6, found);
		}
	}
	assert.ok(text(Buffer.from(`??>${secret}`).toString("base64url")).includes("[redacted]"));
});

test("a secret of less than 8 characters is ignored", () => {
	assert.equal(text("tiny tiny"), "tiny tiny");
});

test("of two secrets that begin alike the longer is found whole", () => {
	const both = createRedactor(["plain-secret", "plain-secret-and-more"]);
	assert.equal(both.text("plain-secret-and-more plain-secret!"), "[redacted] [redacted]!");
});

test("what looks like a credential is found without being known", () => {
	for (const credential of [
		"sk-abcdefghij0123456789",
		"sk-proj-aB3_aB3-aB3aB3aB3",
		"sk-ant-api03-abcdefghijklmnop-0123456789",
		"sk-or-v1-0123456789abcdef0123456789abcdef",
		"gsk_0123456789abcdefghij",
		"xai-0123456789abcdefghij",
		"hf_ABCDEFGHIJKLMNOPqrst",
		"ghp_0123456789abcdefghij",
		"gho_0123456789abcdefghij",
		"nvapi-0123456789abcdefghij",
		"r8_0123456789abcdefghij",
		"pplx-0123456789abcdefghij",
		"AIzaSyA0123456789abcdefghijklmnopqrstuv",
		"AKIAIOSFODNN7EXAMPLE",
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.abc_DEF-123",
	]) {
		for (const [before, behind] of [
			["", ""],
			["key: ", "."],
			['"', '"'],
			["(", ")"],
			["\\n", "\\n"],
		]) {
			const kept = behind === "." && credential.startsWith("eyJ") ? "" : behind;
			assert.equal(looks.text(before + credential + behind), `${before}[redacted]${kept}`, credential);
		}
	}
});

test("a bearer token is found, and its scheme stays", () => {
	assert.equal(looks.text("Authorization: Bearer abc12345"), "Authorization: Bearer [redacted]");
	assert.equal(looks.text("bearer abcdefghijklmnopqrstuvwxyz=="), "bearer [redacted]");
});

test("secrets in a URL are found, in its query and before its host", () => {
	assert.equal(
		looks.text("https://host.example/v1?alt=sse&key=a%20b!&x=1#top"),
		"https://host.example/v1?alt=sse&key=[redacted]&x=1#top",
	);
	assert.equal(
		looks.text("/x?api_key=abc&access_token=def"),
		"/x?api_key=[redacted]&access_token=[redacted]",
	);
	assert.equal(looks.text("https://me:pa55@host.example/"), "https://[redacted]@host.example/");
});

test("ordinary words stay", () => {
	for (const words of [
		"task-list-of-things-to-do-1234567890",
		"disk-usage-of-partition-0123456789",
		"use sk-learn-compatible-estimators here",
		"Bearer authentication is required",
		"the key=value pairs, a monkey=1 and a?monkeys=2",
		"https://host.example:8080/a@b",
		"chatcmpl-0123456789abcdefghij req_011CeCGmMJJGRCp7xgjqapmJ",
		"eyJ is how base64 of a JSON object begins.",
		"AKIAIOSFODNN7EXAMPLEX",
	]) {
		assert.equal(looks.text(words), words);
	}
});

test("headers that carry a credential are redacted as a whole, the others are searched", () => {
	const given: [string, string][] = [
		["Authorization", "Basic dTpw"],
		["proxy-authorization", "x"],
		["x-api-key", "x"],
		["api-key", "x"],
		["x-goog-api-key", "x"],
		["cookie", "a=b"],
		["set-cookie", "a=b"],
		["x-echo", `was ${secret}`],
		["content-type", "application/json"],
		["x-ratelimit-limit-tokens", "5"],
	];
	assert.deepEqual(headers(given), {
		Authorization: "[redacted]",
		"proxy-authorization": "[redacted]",
		"x-api-key": "[redacted]",
		"api-key": "[redacted]",
		"x-goog-api-key": "[redacted]",
		cookie: "[redacted]",
		"set-cookie": "[redacted]",
		"x-echo": "was [redacted]",
		"content-type": "application/json",
		"x-ratelimit-limit-tokens": "5",
	});
	assert.deepEqual(headers(new Headers({ "X-Api-Key": "x" })), { "x-api-key": "[redacted]" });
});

test("message, code and request id of an error are searched, and nothing else is changed", () => {
	const leaky: ModelError = {
		kind: "auth",
		message: `Incorrect API key provided: ${secret}`,
		status: 401,
		code: secret,
		requestId: `id ${secret}`,
		retryable: false,
	};
	assert.deepEqual(error(leaky), {
		kind: "auth",
		message: "Incorrect API key provided: [redacted]",
		status: 401,
		code: "[redacted]",
		requestId: "id [redacted]",
		retryable: false,
	});
	assert.ok(leaky.message.includes(secret), "the error that was given is not touched");
});

test("an error without a secret is given back itself", () => {
	const clean: ModelError = { kind: "server", message: "oops", status: 500, retryable: true };
	assert.equal(error(clean), clean);
});

test("the time is linear: no text makes the search run away", () => {
	for (const piece of ["sk-", "eyJa.", "://a:", "?key=", "Bearer ", "\\n", "AKIA", "a"]) {
		const long = piece.repeat(200_000 / piece.length);
		const start = performance.now();
		text(long);
		assert.ok(performance.now() - start < 5_000, piece);
	}
});
