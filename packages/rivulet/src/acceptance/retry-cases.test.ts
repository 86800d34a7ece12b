import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import type { RetryPolicy } from "../wire/types.ts";
import { good, goodOutcome } from "./bad-stream.ts";
import { type Case, loadCases } from "./cases.ts";
import { checkOutcome } from "./check-outcome.ts";
import { checkStream } from "./check-stream.ts";
import { type FakeClock, fakeClock, soon, turns } from "./fake-clock.ts";
import { chatModel, type Feed, feed, hello, utf8 } from "./feed.ts";
import { errorReply } from "./run-case.ts";
import { noShared, shared } from "./shared.ts";

const retry: RetryPolicy = { attempts: 2, baseMs: 500, maxMs: 8000, maxWaitMs: 60_000 };
const timeouts = { connect: 0, firstEvent: 0, idle: 0, total: 0 };

if (shared === undefined) test("policies of error cases", { skip: noShared }, () => {});
else {
	const cases = loadCases(join(shared, "cases"), ["errors", "overflow"]).filter(
		({ kind, input }) => kind === "http-error" && input.api === "openai-completions",
	);
	const named = (name: string): Case => {
		const found = cases.find((example) => example.name === name);
		assert.ok(found !== undefined, name);
		return found;
	};

	for (const example of cases.filter(({ expect }) => expect.error?.retryable === false)) {
		test(`${example.name}: one request is made, though repeats are allowed`, async () => {
			const { reply, server, clock } = call(example);
			const { message } = await soon(checkStream(reply));
			assert.equal(message.stopReason, "error");
			assert.equal(server.requests.length, 1);
			assert.equal(message.timing?.attempts, 1);
			assert.equal(clock.pending, 0);
		});
	}

	test("a repeat waits as long as Retry-After says, and no less", async () => {
		const { reply, server, clock } = call(named("errors/rate-limit-and-retry-after"));
		const collected = checkStream(reply);
		await clock.advance(6999);
		assert.equal(server.requests.length, 1);
		await clock.advance(8001);
		assert.equal(server.requests.length, 2);
		const { message } = await soon(collected);
		checkOutcome(message, goodOutcome);
		assert.equal(message.timing?.attempts, 2);
		assert.equal(clock.pending, 0);
	});

	test("an abort during the wait for a repeat ends it at once", async () => {
		const abort = new AbortController();
		const { reply, server, clock } = call(named("errors/rate-limit-and-retry-after"), abort.signal);
		await clock.advance(100);
		abort.abort();
		const { message, events } = await soon(checkStream(reply));
		assert.equal(message.stopReason, "aborted");
		assert.equal(events.length, 1);
		await clock.advance(60_000);
		assert.equal(server.requests.length, 1);
		assert.equal(clock.pending, 0);
	});

	test("a wait beyond the limit is no wait: the error comes at once, with the time in it", async () => {
		const example = named("errors/rate-limit-and-retry-after: three hours, limit 60 s");
		const { reply, server, clock } = call(example);
		const { message } = await soon(checkStream(reply));
		assert.equal(message.error?.retryAfterMs, 10_800_000);
		assert.equal(message.error?.retryAt, clock.now() + 10_800_000);
		assert.deepEqual([server.requests.length, clock.pending, clock.waits.length], [1, 0, 0]);
	});

	test("a Retry-After that can't be read leaves the usual wait", async () => {
		const { reply, server, clock } = call(
			named("errors/rate-limit-and-retry-after: unreadable or negative value"),
		);
		const collected = checkStream(reply);
		await clock.advance(16_000);
		checkOutcome((await soon(collected)).message, goodOutcome);
		assert.equal(server.requests.length, 2);
		const [pause] = clock.waits;
		assert.ok(pause! > 0 && pause! <= retry.baseMs!, `a pause of ${pause} ms`);
		for (const wait of clock.waits) assert.ok(wait > 0 && Number.isFinite(wait), `a timer of ${wait} ms`);
	});

	test("a date in Retry-After is read against the response's own Date, whatever our clock says", async () => {
		const example = named("errors/rate-limit-and-retry-after: HTTP date 30 s ahead of the Date header");
		for (const skew of [0, 3_600_000, -3_600_000]) {
			const clock = fakeClock(Date.parse(example.input.headers!.date!) + skew);
			const { reply } = call(example, undefined, clock, { attempts: 0 });
			assert.equal((await reply.result()).error?.retryAfterMs, 30_000);
		}
	});
}

interface Call {
	reply: ReturnType<ReturnType<typeof chatModel>["stream"]>;
	server: Feed;
	clock: FakeClock;
}

/** The recorded error first, then a good answer. */
function call({ input }: Case, signal?: AbortSignal, clock = fakeClock(), policy = retry): Call {
	const server = feed(errorReply(input), { pieces: [utf8(good)] });
	const model = chatModel(server.fetch, { retry: policy, clock, timeouts });
	return { reply: model.stream(hello, signal === undefined ? {} : { signal }), server, clock };
}

test("repeats end with the number that is allowed", async () => {
	const clock = fakeClock();
	const server = feed({ pieces: [], status: 503 });
	const reply = chatModel(server.fetch, { retry, clock, timeouts }).stream(hello);
	await turns();
	await clock.advance(60_000);
	const { message } = await soon(checkStream(reply));
	assert.equal(server.requests.length, 3);
	assert.equal(message.timing?.attempts, 3);
	assert.equal(message.error?.status, 503);
	assert.equal(clock.pending, 0);
});
