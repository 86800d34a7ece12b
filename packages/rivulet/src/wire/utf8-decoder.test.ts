import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { Utf8Decoder } from "./utf8-decoder.ts";

function decode(...pieces: Uint8Array[]): string {
	const decoder = new Utf8Decoder();
	return pieces.map((piece) => decoder.push(piece)).join("") + decoder.end();
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("the UTF-8 decoder", () => {
	it("gives no half character, wherever the bytes are cut", () => {
		const bytes = encode("a价€😀b");
		for (let cut = 0; cut <= bytes.length; cut++) {
			const decoder = new Utf8Decoder();
			const parts = [decoder.push(bytes.subarray(0, cut)), decoder.push(bytes.subarray(cut)), decoder.end()];
			assert.equal(parts.join(""), "a价€😀b");
			assert.ok(!parts.join().includes("\ufffd"));
		}
	});

	it("drops a byte order mark at the beginning alone, also a cut one", () => {
		assert.equal(decode(Uint8Array.of(0xef, 0xbb), Uint8Array.of(0xbf, 0x61)), "a");
		assert.equal(decode(encode("a\ufeff")), "a\ufeff");
		assert.equal(decode(encode("\ufeff\ufeffa")), "\ufeffa");
	});

	it("replaces what is no UTF-8 as TextDecoder does, in whatever pieces", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(40), (bytes, cut) => {
				const expected = new TextDecoder().decode(bytes);
				assert.equal(decode(bytes), expected);
				assert.equal(decode(bytes.subarray(0, cut), bytes.subarray(cut)), expected);
				assert.equal(decode(...[...bytes].map((byte) => Uint8Array.of(byte))), expected);
			}),
			{ numRuns: 1_000 },
		);
	});
});
