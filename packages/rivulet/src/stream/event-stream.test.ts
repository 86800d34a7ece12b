import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { soon, turns } from "../acceptance/fake-clock.ts";
import { EventStream } from "./event-stream.ts";

/** A log of numbers that 0 ends; the result is the text of the last number. */
function numbers(...pushed: number[]): EventStream<number, string> {
	const stream = new EventStream<number, string>((event) => event === 0, String);
	for (const number of pushed) stream.push(number);
	return stream;
}

async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
	const events: T[] = [];
	for await (const event of stream) events.push(event);
	return events;
}

/** Whether a promise is still pending after everything that is ready has run. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
	let pending = true;
	const settled = () => {
		pending = false;
	};
	promise.then(settled, settled);
	await turns();
	return pending;
}

describe("an event stream", () => {
	it("gives each reader every event from the first, whenever it comes", async () => {
		const stream = numbers(1);
		const early = all(stream);
		stream.push(2);
		await turns();
		const later = all(stream);
		stream.push(3);
		stream.push(0);
		for (const reader of [early, later, all(stream)]) assert.deepEqual(await soon(reader), [1, 2, 3, 0]);
	});

	it("has the result of its terminal event, before and after it is asked for", async () => {
		const stream = numbers(1);
		const before = stream.result();
		assert.equal(await isPending(before), true);
		assert.equal(stream.ended, false);
		stream.push(0);
		assert.equal(stream.ended, true);
		assert.equal(await soon(before), "0");
		assert.equal(await soon(stream.result()), "0");
	});

	it("settles its result without a reader", async () => {
		assert.equal(await soon(numbers(1, 2, 0).result()), "0");
	});

	it("ignores what is pushed after the end, and a second end", async () => {
		const stream = numbers(1, 0, 5, 0);
		stream.end("other");
		assert.deepEqual(await soon(all(stream)), [1, 0]);
		assert.equal(await stream.result(), "0");
	});

	it("can end without a terminal event, with a result", async () => {
		const stream = numbers(1);
		const reader = all(stream);
		stream.end("given");
		stream.push(2);
		assert.deepEqual(await soon(reader), [1]);
		assert.equal(await soon(stream.result()), "given");
		assert.equal(stream.ended, true);
	});

	it("leaves its result pending where it ends with neither, and readers end all the same", async () => {
		const stream = numbers(1);
		stream.end();
		assert.deepEqual(await soon(all(stream)), [1]);
		assert.equal(await isPending(stream.result()), true);
	});

	it("detaches a reader that breaks, and that one alone", async () => {
		const stream = numbers(1, 2);
		const other = all(stream);
		for await (const event of stream) {
			assert.equal(event, 1);
			break;
		}
		stream.push(0);
		assert.deepEqual(await soon(other), [1, 2, 0]);
		assert.equal(await soon(stream.result()), "0");
	});

	it("never makes the writer wait: what is not read yet is kept", async () => {
		const stream = numbers();
		const slow = stream[Symbol.asyncIterator]();
		for (let number = 1; number <= 1000; number++) stream.push(number);
		stream.push(0);
		assert.deepEqual(await slow.next(), { value: 1, done: false });
		assert.equal((await all(stream)).length, 1001);
		assert.deepEqual(await slow.next(), { value: 2, done: false });
	});

	it("answers several next() of one reader in their order", async () => {
		const stream = numbers();
		const reader = stream[Symbol.asyncIterator]();
		const asked = Promise.all([reader.next(), reader.next(), reader.next(), reader.next()]);
		stream.push(1);
		stream.push(2);
		stream.push(0);
		assert.deepEqual(
			(await soon(asked)).map(({ value }) => value),
			[1, 2, 0, undefined],
		);
	});

	it("lets a next() that waits end when its reader is told to return", async () => {
		const stream = numbers();
		const reader = stream[Symbol.asyncIterator]();
		const other = all(stream);
		const waiting = reader.next();
		assert.deepEqual(await soon(reader.return?.() ?? Promise.reject()), { value: undefined, done: true });
		assert.deepEqual(await soon(waiting), { value: undefined, done: true });
		stream.push(1);
		stream.push(0);
		assert.deepEqual(await reader.next(), { value: undefined, done: true });
		assert.deepEqual(await soon(other), [1, 0]);
	});

	it("lets a reader push", async () => {
		const stream = numbers(3);
		const seen: number[] = [];
		for await (const event of stream) {
			seen.push(event);
			stream.push(event - 1);
		}
		assert.deepEqual(seen, [3, 2, 1, 0]);
	});
});
