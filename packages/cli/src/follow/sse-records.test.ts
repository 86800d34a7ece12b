import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type RawRecord, rawRecords } from "./sse-records.ts";

function read(pieces: readonly (string | Uint8Array)[]): RawRecord[] {
	const all: RawRecord[] = [];
	const records = rawRecords((record) => all.push({ ...record }));
	for (const [index, piece] of pieces.entries()) records.push(Buffer.from(piece as string), index + 1);
	records.end();
	return all;
}

test("records end at an empty line, whatever the line ends are", () => {
	for (const end of ["\n", "\r", "\r\n"]) {
		const lines = ["data: a", "", "event: x", "data: b", "", ": ping", "", ""];
		const size = end.length;
		assert.deepEqual(read([lines.join(end)]), [
			{ at: 1, size: 7 + 2 * size, text: "data: a" },
			{ at: 1, size: 15 + 3 * size, text: `event: x${end}data: b` },
			{ at: 1, size: 6 + 2 * size, text: ": ping" },
		]);
	}
});

test("a record has the time of its last piece, and its size in bytes", () => {
	assert.deepEqual(read(["data: 漢", "字\n", "\ndata: b\n\n"]), [
		{ at: 3, size: 14, text: "data: 漢字" },
		{ at: 3, size: 9, text: "data: b" },
	]);
});

test("what is left at the end is a record", () => {
	assert.deepEqual(read(["data: a\n\ndata: b"]), [
		{ at: 1, size: 9, text: "data: a" },
		{ at: 1, size: 7, text: "data: b" },
	]);
	assert.deepEqual(read(['{"error":\n {"message": "no"}}']), [
		{ at: 1, size: 29, text: '{"error":\n {"message": "no"}}' },
	]);
	assert.deepEqual(read([]), []);
});

test("however the bytes are cut, the records are the same, and no byte is lost", () => {
	const body = fc.array(fc.constantFrom("data: a", "漢", "\n", "\r", "\r\n", "\n\n", "\r\n\r\n"), {
		maxLength: 30,
	});
	fc.assert(
		fc.property(body, fc.array(fc.nat(3)), (parts, cuts) => {
			const bytes = Buffer.from(parts.join(""));
			const pieces: Uint8Array[] = [];
			let from = 0;
			for (const cut of cuts) {
				pieces.push(bytes.subarray(from, from + cut));
				from += cut;
			}
			pieces.push(bytes.subarray(from));
			const timeless = (records: RawRecord[]) => records.map(({ size, text }) => ({ size, text }));
			const whole = read([bytes]);
			assert.deepEqual(timeless(read(pieces)), timeless(whole));
			assert.equal(
				whole.reduce((sum, { size }) => sum + size, 0),
				bytes.length,
			);
		}),
	);
});
