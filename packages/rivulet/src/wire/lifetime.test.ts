import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { describe, it } from "node:test";
import { fakeClock, soon } from "../acceptance/fake-clock.ts";
import type { CallFailure } from "./call-failure.ts";
import { Lifetime } from "./lifetime.ts";
import type { Timeouts } from "./types.ts";

const never = new Promise<void>(() => {});

function live(timeouts: Timeouts = {}, signal?: AbortSignal) {
	const clock = fakeClock();
	return { clock, life: new Lifetime(clock, timeouts, signal) };
}

/** The kind of error that an attempt ends with; the attempt itself never does. */
function ending(life: Lifetime, begun: (signal: AbortSignal) => void = () => {}): Promise<string> {
	return life
		.attempt((signal) => {
			begun(signal);
			return never;
		})
		.then(
			() => "ended",
			(thrown: CallFailure) => `${thrown.error.kind}: ${thrown.error.message}`,
		);
}

describe("the life of a call", () => {
	it("ends at once when the signal is aborted, even if the attempt does not listen", async () => {
		const caller = new AbortController();
		const { life } = live({}, caller.signal);
		const end = ending(life);
		caller.abort();
		assert.equal(await soon(end), "aborted: Request was aborted");
	});

	it("starts nothing when the signal was aborted before", async () => {
		const { life } = live({}, AbortSignal.abort());
		let started = false;
		assert.equal(
			await soon(
				ending(life, () => {
					started = true;
				}),
			),
			"aborted: Request was aborted",
		);
		assert.equal(started, false);
	});

	it("aborts the signal of fetch whenever an attempt is cut short, and not when it ends by itself", async () => {
		const { life } = live();
		let inner: AbortSignal | undefined;
		const end = ending(life, (signal) => {
			inner = signal;
		});
		life.abort();
		await soon(end);
		assert.equal(inner?.aborted, true);
		const other = live();
		await other.life.attempt(async (signal) => {
			inner = signal;
		});
		assert.equal(inner?.aborted, false);
	});

	it("lets connect end with the headers, firstEvent with the first payload, and idle begin anew with each", async () => {
		const { clock, life } = live({ connect: 10, firstEvent: 50, idle: 20 });
		const end = ending(life);
		await clock.advance(9);
		life.connected();
		await clock.advance(40);
		life.progressed();
		await clock.advance(19);
		life.progressed();
		await clock.advance(19);
		let settled = false;
		void end.then(() => {
			settled = true;
		});
		await clock.advance(0);
		assert.equal(settled, false);
		await clock.advance(1);
		assert.equal(await soon(end), "timeout: No further event within 20 ms");
	});

	it("names the clock that ran out", async () => {
		const connect = live({ connect: 10 });
		const first = live({ firstEvent: 10 });
		const total = live({ total: 10 });
		const ends = [ending(connect.life), ending(first.life), ending(total.life)];
		first.life.connected();
		total.life.connected();
		total.life.progressed();
		for (const { clock } of [connect, first, total]) await clock.advance(10);
		assert.deepEqual(await soon(Promise.all(ends)), [
			"timeout: No response headers within 10 ms",
			"timeout: No first event within 10 ms",
			"timeout: The call did not end within 10 ms",
		]);
	});

	it("has no clock that is set to 0", async () => {
		const { clock, life } = live({ connect: 0, firstEvent: 0, idle: 0, total: 0 });
		const end = ending(life);
		assert.equal(clock.pending, 0);
		life.abort();
		await soon(end);
	});

	it("takes silence after the finish for the end, and waits a second after the end marker", async () => {
		const silent = live({ idle: 20 });
		const end = ending(silent.life);
		silent.life.connected();
		silent.life.progressed();
		silent.life.finished();
		await silent.clock.advance(20);
		assert.equal(await soon(end), "ended");
		const marked = live();
		const drained = ending(marked.life);
		marked.life.connected();
		marked.life.progressed();
		marked.life.drain();
		await marked.clock.advance(1_000);
		assert.equal(await soon(drained), "ended");
	});

	it("sets one timer for any number of payloads", async () => {
		const { clock, life } = live({ idle: 20 });
		const end = ending(life);
		life.connected();
		const before = clock.waits.length;
		for (let payload = 0; payload < 1_000; payload++) life.progressed();
		assert.ok(clock.waits.length - before <= 1);
		assert.ok(clock.pending <= 1);
		life.abort();
		await soon(end);
	});

	it("cuts a wait short", async () => {
		const { clock, life } = live({ total: 50 });
		await life.attempt(async () => {});
		const aborted = life.wait(1_000).catch((thrown: CallFailure) => thrown.error.kind);
		life.abort();
		assert.equal(await soon(aborted), "aborted");
		assert.equal(clock.pending <= 1, true);
	});

	it("counts waits into the total", async () => {
		const { clock, life } = live({ total: 50 });
		await life.attempt(async () => {});
		const wait = life.wait(1_000).catch((thrown: CallFailure) => thrown.error.kind);
		await clock.advance(50);
		assert.equal(await soon(wait), "timeout");
	});

	it("leaves no listener and no timer behind", async () => {
		const caller = new AbortController();
		const { clock, life } = live({ total: 50 }, caller.signal);
		await life.attempt(async () => {});
		life.close();
		assert.equal(clock.pending, 0);
		assert.equal(getEventListeners(caller.signal, "abort").length, 0);
	});
});
