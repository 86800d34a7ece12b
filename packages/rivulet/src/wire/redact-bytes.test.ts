import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedactor } from "./redact.ts";

const secrets = [
	"sk-proj-AbC123.+*?(x)/y=z",
	"pässwört-\u{1f511}-12345",
	'with "quotes" and\nlines',
	"twin-secret",
	"twin-secret-more",
];
const redactor = createRedactor(secrets);
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Redacts a body that is cut into pieces of these sizes, over and over. */
function inPieces(body: Uint8Array, size: () => number, { bytes } = redactor): string {
	const { push, end } = bytes();
	const out: Uint8Array[] = [];
	for (let at = 0; at < body.length; ) {
		const length = size();
		out.push(push(body.subarray(at, at + length)));
		at += length;
	}
	return Buffer.concat([...out, end()]).toString("latin1");
}

const body = [
	...secrets,
	...secrets.map((secret) => JSON.stringify(secret)),
	...secrets.map((secret) => encodeURIComponent(secret)),
	...secrets.map((secret) => Buffer.from(`user:${secret}!`).toString("base64")),
	'data: {"choices":[{"delta":{"content":"héllo wörld \u{1f600}"}}]}\n\n',
	"Bearer abc123def456, sk-ant-api03-abcdefghij0123456789 and AKIAIOSFODNN7EXAMPLE but not AKIAIOSFODNN7EXAMPLEX",
	"https://me:pa55@host.example/x?key=hello%20world&b=1",
	"\\nsk-or-v1-0123456789abcdef eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc-_x task-list-0123456789abcdef",
].join(" | ");

test("a body in one piece is redacted as a text is", () => {
	const redacted = inPieces(bytesOf(body), () => 1e6);
	assert.equal(Buffer.from(redacted, "latin1").toString(), redactor.text(body));
	for (const secret of secrets) assert.ok(!redactor.text(body).includes(secret));
});

test("wherever the body is cut, what comes out is the same", () => {
	const whole = inPieces(bytesOf(body), () => 1e6);
	let seed = 1;
	const random = (): number => {
		seed = (seed * 48_271) % 2_147_483_647;
		return seed / 2_147_483_647;
	};
	for (let size = 1; size < 120; size++)
		assert.equal(
			inPieces(bytesOf(body), () => size),
			whole,
			`pieces of ${size}`,
		);
	for (let run = 0; run < 100; run++) {
		assert.equal(
			inPieces(bytesOf(body), () => Math.ceil(random() * random() * 200)),
			whole,
			`seed after run ${run}`,
		);
	}
});

test("bytes that are no UTF-8 pass unchanged", () => {
	const odd = Uint8Array.from({ length: 512 }, (_, at) => (at * 7) % 256);
	const both = new Uint8Array([...odd, ...bytesOf("twin-secret"), ...odd]);
	const expected = Buffer.concat([odd, bytesOf("[redacted]"), odd]).toString("latin1");
	for (const size of [1, 3, 64, 5_000])
		assert.equal(
			inPieces(both, () => size),
			expected,
		);
});

test("text that can't be a secret is given out at once, but for the length of the longest one", () => {
	const { bytes } = createRedactor(["0123456789"]);
	const out = bytes().push(bytesOf(`${"some words ".repeat(20)}\n\n`));
	assert.ok(out.length > 200, `${out.length}`);
	const free = createRedactor([]).bytes();
	assert.equal(free.push(bytesOf("data: {}\n\n")).length, 10);
});

test("an unfinished word is held back, and never more than 512 bytes of it", () => {
	const { push, end } = createRedactor([]).bytes();
	assert.equal(push(bytesOf("word")).length, 0);
	const out = push(bytesOf("x".repeat(2_000)));
	assert.equal(out.length, 4 + 2_000 - 512);
	assert.equal(end().length, 512);
});

test("a token that is longer than what is held back is replaced to its end", () => {
	const token = `eyJhbGciOiJIUzI1NiJ9.${"abc123".repeat(500)}.${"Zz-_".repeat(100)}`;
	for (const size of [1, 100, 600, 1e6]) {
		const redacted = inPieces(bytesOf(`"${token}" and on`), () => size, createRedactor([]));
		assert.equal(redacted, '"[redacted]" and on', `pieces of ${size}`);
	}
});

test("a secret that is longer than a held word is found in all its forms", () => {
	const long = Array.from({ length: 600 }, (_, at) => "abc def_ghi"[(at * at) % 11]).join("");
	const known = createRedactor([long]);
	const whole = Buffer.from(long).toString("base64");
	assert.equal(
		inPieces(bytesOf(`<${long}>`), () => 50, known),
		"<[redacted]>",
	);
	assert.equal(
		inPieces(bytesOf(`<${encodeURIComponent(long)}>`), () => 1, known),
		"<[redacted]>",
	);
	assert.equal(
		inPieces(bytesOf(`<${whole}>`), () => 1, known),
		known.text(`<${whole}>`),
	);
	assert.ok(known.text(whole).startsWith("[redacted]"));
});

test("each body has a redactor of its own", () => {
	const [one, other] = [redactor.bytes(), redactor.bytes()];
	one.push(bytesOf("twin-"));
	other.push(bytesOf("secret"));
	assert.equal(Buffer.from(one.end()).toString() + Buffer.from(other.end()).toString(), "twin-secret");
});
