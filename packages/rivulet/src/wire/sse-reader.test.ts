import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { SseReader } from "./sse-reader.ts";

type Found = [data: string, event: string | undefined];

function read(...pieces: string[]) {
	const records: Found[] = [];
	const bare: string[] = [];
	const reader = new SseReader(
		(data, event) => records.push([data, event]),
		(text) => bare.push(text),
	);
	for (const piece of pieces) reader.push(piece);
	return { records, bare, last: reader.end() };
}

const data = (...pieces: string[]): string[] => read(...pieces).records.map(([text]) => text);

describe("the SSE reader", () => {
	it("gives a record at its blank line and not before", () => {
		assert.deepEqual(data("data: a\n"), []);
		assert.deepEqual(data("data: a\n\n"), ["a"]);
		assert.deepEqual(data("data: a\n", "\n"), ["a"]);
	});

	it("ends lines at LF, CR and CRLF", () => {
		for (const end of ["\n", "\r", "\r\n"]) {
			assert.deepEqual(data(`data: a${end}${end}data: b${end}${end}`), ["a", "b"], JSON.stringify(end));
		}
		assert.deepEqual(data("data: a\r\n\ndata: b\n\r\n"), ["a", "b"]);
	});

	it("takes a CRLF that is cut in two for one line end", () => {
		assert.deepEqual(data("data: a\r", "\ndata: b\r", "\n\r", "\n"), ["a\nb"]);
		assert.deepEqual(data("event: x\r", "\ndata: a\r\n\r\n"), ["a"]);
	});

	it("takes off one space after the colon and no more", () => {
		assert.deepEqual(data("data:a\n\ndata: b\n\ndata:  c\n\n"), ["a", "b", " c"]);
	});

	it("joins several data lines by LF", () => {
		assert.deepEqual(data("data: a\ndata:\ndata: b\n\n"), ["a\n\nb"]);
	});

	it("gives out empty data too, with and without a colon", () => {
		assert.deepEqual(data("data:\n\ndata: \n\ndata\n\n"), ["", "", ""]);
	});

	it("passes over comments, ids, retries, unknown fields and stray blank lines", () => {
		assert.deepEqual(data("\n\n: hi\nid: 7\nretry: 10\nfoo: bar\ndata: a\n\n: ping\n\n"), ["a"]);
	});

	it("gives the event name to its own record alone", () => {
		assert.deepEqual(read("event: x\ndata: a\n\ndata: b\n\nevent:y\n\ndata: c\n\n").records, [
			["a", "x"],
			["b", undefined],
			["c", undefined],
		]);
	});

	it("hands a record that nothing closed to the end of the body", () => {
		assert.deepEqual(read("data: a\n\ndata: b").last, { data: "b", event: undefined });
		assert.deepEqual(read("event: e\ndata: b\n").last, { data: "b", event: "e" });
		assert.equal(read("data: a\n\n").last, undefined);
	});

	it("gives lines of bare JSON apart, also over several lines", () => {
		assert.deepEqual(read('{"error":1}\n\n').bare, ['{"error":1}']);
		assert.deepEqual(read('data: a\n\n{\n "error": 1\n}').bare, ['{\n "error": 1\n}']);
		assert.deepEqual(read('{"a":1}\ndata: x\n\n'), {
			records: [["x", undefined]],
			bare: ['{"a":1}'],
			last: undefined,
		});
	});

	it("searches a long line once, however small its pieces are", () => {
		// Counts the characters that are searched: a line that is looked at as a whole is searched again for every piece.
		let searched = 0;
		const { indexOf } = String.prototype;
		String.prototype.indexOf = function (this: string, ...call) {
			searched += this.length;
			return indexOf.apply(this, call);
		};
		const found: number[] = [];
		try {
			const reader = new SseReader((text) => found.push(text.length));
			reader.push("data: ");
			for (let piece = 0; piece < 8_000; piece++) reader.push("x".repeat(256));
			reader.push("\n\n");
		} finally {
			String.prototype.indexOf = indexOf;
		}
		assert.deepEqual(found, [8_000 * 256]);
		assert.ok(searched <= 3 * 8_000 * 256, `${searched} characters were searched`);
	});

	it("reads the same whatever way the text is cut", () => {
		const line = fc.constantFrom(
			"data: a",
			"data:b",
			"data",
			": c",
			"event: e",
			"id: 1",
			"",
			"",
			'{"x":1}',
			"data: é😀",
		);
		const text = fc
			.array(fc.tuple(line, fc.constantFrom("\n", "\r", "\r\n")), { maxLength: 20 })
			.map((lines) => lines.map((pair) => pair.join("")).join(""));
		fc.assert(
			fc.property(text, fc.array(fc.nat(200), { maxLength: 10 }), (whole, cuts) => {
				const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
				const pieces = places.slice(1).map((place, index) => whole.slice(places[index], place));
				assert.deepEqual(read(...pieces), read(whole));
				assert.deepEqual(read(...whole.split("")), read(whole));
			}),
			{ numRuns: 300 },
		);
	});
});
