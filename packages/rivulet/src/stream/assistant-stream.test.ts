import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkStream } from "../acceptance/check-stream.ts";
import { soon } from "../acceptance/fake-clock.ts";
import { assistantMessage } from "../message/constructors.ts";
import type { StopReason } from "../message/message.ts";
import { AssistantMessageEventStream, terminalEvent } from "./assistant-stream.ts";
import type { ModelEvent } from "./model-event.ts";

const reply = assistantMessage("hi", "stop", { timestamp: 7 });

describe("the stream of a model call", () => {
	it("needs nothing to be made, and ends with the first terminal event that is pushed", async () => {
		const stream = new AssistantMessageEventStream();
		const start: ModelEvent = { type: "start", partial: { ...reply, content: [], incomplete: true } };
		stream.push(start);
		stream.push({ type: "done", reason: "stop", message: reply });
		stream.push(start);
		const events: ModelEvent[] = [];
		for await (const event of stream) events.push(event);
		assert.deepEqual(
			events.map(({ type }) => type),
			["start", "done"],
		);
		assert.equal(await stream.result(), reply, "the same object");
	});

	it("makes its terminal event of the message that it is ended with", async () => {
		for (const reason of ["stop", "length", "toolUse", "error", "aborted"] satisfies StopReason[]) {
			const message = { ...reply, stopReason: reason };
			const stream = new AssistantMessageEventStream();
			stream.end(message);
			stream.end({ ...message, timestamp: 8 });
			assert.equal(await soon(stream.result()), message);
			for await (const event of stream) {
				const failed = reason === "error" || reason === "aborted";
				assert.deepEqual(
					event,
					failed ? { type: "error", reason, error: message } : { type: "done", reason, message },
				);
				assert.deepEqual(event, terminalEvent(message));
			}
		}
	});

	it("ends as an error where it is ended without a message", async () => {
		const stream = new AssistantMessageEventStream();
		stream.end();
		const { message, events } = await soon(checkStream(stream));
		assert.equal(events.length, 1);
		assert.deepEqual(message.content, []);
		assert.deepEqual(message.error, {
			kind: "stream_truncated",
			message: "The stream ended without a terminal event",
			retryable: true,
		});
		assert.deepEqual(message.usage, { input: 0, output: 0, totalTokens: 0, unreported: true });
	});

	it("ends as aborted by cancel() where no writer has said what that means", async () => {
		const stream = new AssistantMessageEventStream();
		stream.cancel();
		stream.cancel();
		const { message, events } = await soon(checkStream(stream));
		assert.equal(events.length, 1);
		assert.equal(message.stopReason, "aborted");
		assert.equal(message.errorMessage, "Request was aborted");
	});

	it("asks its writer to stop on cancel(), and leaves the end to it", async () => {
		const stream = new AssistantMessageEventStream();
		let asked = 0;
		stream.onCancel(() => asked++);
		stream.cancel();
		assert.equal(asked, 1);
		assert.equal(stream.ended, false);
		stream.end(reply);
		stream.cancel();
		assert.equal(asked, 1, "not after the end");
		assert.equal(await soon(stream.result()), reply);
	});

	it("is cancelled by the end of `await using`, which waits for the stream's own end", async () => {
		const stream = new AssistantMessageEventStream();
		stream.onCancel(() => setImmediate(() => stream.end(reply)));
		await soon(stream[Symbol.asyncDispose]());
		assert.equal(stream.ended, true);

		let seen: AssistantMessageEventStream | undefined;
		{
			await using scoped = new AssistantMessageEventStream();
			seen = scoped;
		}
		assert.equal((await soon(seen.result())).stopReason, "aborted");
	});

	it("is not cancelled by a reader that leaves", async () => {
		const stream = new AssistantMessageEventStream();
		let asked = 0;
		stream.onCancel(() => asked++);
		stream.push({ type: "start", partial: { ...reply, incomplete: true } });
		for await (const _ of stream) break;
		assert.equal(asked, 0);
		stream.end(reply);
		assert.equal(await soon(stream.result()), reply);
	});
});
