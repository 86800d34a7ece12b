import type { Clock } from "../wire/types.ts";

export interface FakeClock extends Clock {
	/** Moves the time on by `ms`, fires what falls due in order, and lets all reactions run in between. */
	advance(ms: number): Promise<void>;
	/** How many timers are set just now. */
	readonly pending: number;
	/** Every wait that was ever asked for, in milliseconds. */
	readonly waits: readonly number[];
}

interface Timer {
	due: number;
	run: () => void;
}

/** A clock that stands still until it is told to move. Starts at `start`, in milliseconds since 1970. */
export function fakeClock(start: number = Date.UTC(2026, 5, 1, 10)): FakeClock {
	let now = start;
	const timers = new Set<Timer>();
	const waits: number[] = [];
	const nextDue = (limit: number): Timer | undefined => {
		let next: Timer | undefined;
		for (const timer of timers) {
			if (timer.due <= limit && (next === undefined || timer.due < next.due)) next = timer;
		}
		return next;
	};
	return {
		now: () => now,
		setTimeout(run, ms) {
			waits.push(ms);
			const timer: Timer = { due: now + ms, run };
			timers.add(timer);
			return timer;
		},
		clearTimeout(handle) {
			timers.delete(handle as Timer);
		},
		async advance(ms) {
			const limit = now + ms;
			await turns();
			for (let timer = nextDue(limit); timer !== undefined; timer = nextDue(limit)) {
				timers.delete(timer);
				now = Math.max(now, timer.due);
				timer.run();
				await turns();
			}
			now = limit;
		},
		get pending() {
			return timers.size;
		},
		waits,
	};
}

/** Lets everything run that is ready to: a number of turns of the event loop, no time. */
export async function turns(count = 20): Promise<void> {
	for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** What a promise gives within a few turns of the event loop; throws where it is still pending then. */
export async function soon<T>(promise: Promise<T>, what = "the promise"): Promise<T> {
	let outcome: { value: T } | { reason: unknown } | undefined;
	promise.then(
		(value) => {
			outcome = { value };
		},
		(reason: unknown) => {
			outcome = { reason };
		},
	);
	for (let turn = 0; turn < 50 && outcome === undefined; turn++) await turns(1);
	if (outcome === undefined) throw new Error(`${what} did not settle at once`);
	if ("reason" in outcome) throw outcome.reason;
	return outcome.value;
}
