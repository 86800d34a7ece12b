import { abortedError } from "../message/model-error.ts";
import { CallFailure, failure } from "./call-failure.ts";
import type { Clock, Timeouts } from "./types.ts";

const defaultTimeouts: Required<Timeouts> = {
	connect: 30_000,
	firstEvent: 600_000,
	idle: 120_000,
	total: 0,
};

/** How long a finished reply may keep its socket open before it is ended from here. */
const drainMs = 1_000;

type Phase = "connect" | "firstEvent" | "idle" | "drain" | "pause";

/**
 * The life of one call: the caller's signal, `cancel()` and the four clocks, all of which end the running attempt at
 * once, whatever it is waiting for. There is one listener and at most one timer, and none after `close()`.
 *
 * Progress only writes down the time. The timer looks at it when it fires and is set anew if there was some, so that a
 * payload costs no timer.
 */
export class Lifetime {
	readonly #clock: Clock;
	readonly #timeouts: Required<Timeouts>;
	readonly #signal: AbortSignal | undefined;
	readonly #start: number;
	#attemptStart = 0;
	#progress = 0;
	#phase: Phase = "pause";
	#whole = false;
	#timer: unknown;
	#timerAt = Number.POSITIVE_INFINITY;
	#interrupt: ((failure: CallFailure | undefined) => void) | undefined;
	#failure: CallFailure | undefined;

	constructor(clock: Clock, timeouts: Timeouts = {}, signal?: AbortSignal) {
		this.#clock = clock;
		this.#timeouts = { ...defaultTimeouts, ...timeouts };
		this.#start = clock.now();
		if (signal?.aborted) this.abort();
		else if (signal) {
			this.#signal = signal;
			signal.addEventListener("abort", this.abort);
		}
	}

	/** Milliseconds since the start of the call. */
	get elapsed(): number {
		return this.#clock.now() - this.#start;
	}

	/** Ends the call as aborted. */
	readonly abort = (): void => this.#fail(new CallFailure(abortedError()));

	/**
	 * Runs one attempt. Settles as soon as the attempt does or the life is cut short, whichever comes first.
	 * @param run gets the signal for fetch; it is aborted whenever the attempt is over before its body is
	 * @throws {CallFailure}
	 */
	async attempt(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
		if (this.#failure) throw this.#failure;
		this.#attemptStart = this.#clock.now();
		const controller = new AbortController();
		this.#enter("connect");
		try {
			await new Promise<void>((resolve, reject) => {
				this.#interrupt = (failure) => {
					controller.abort();
					if (failure) reject(failure);
					else resolve();
				};
				run(controller.signal).then(resolve, reject);
			});
		} catch (error) {
			controller.abort();
			throw error;
		} finally {
			this.#interrupt = undefined;
			this.#phase = "pause";
			this.#whole = false;
		}
	}

	/** The response headers are here. */
	connected(): void {
		this.#enter("firstEvent");
	}

	/** A payload came. */
	progressed(): void {
		this.#progress = this.#clock.now();
		if (this.#phase === "firstEvent") this.#enter("idle");
	}

	/** The reply has its finish; silence from now on is an end, not a timeout. */
	finished(): void {
		this.#whole = true;
	}

	/** The end marker came; only the end of the body is awaited, and not for long. */
	drain(): void {
		this.#progress = this.#clock.now();
		this.#enter("drain");
	}

	/** @throws {CallFailure} when the life is cut short meanwhile */
	async wait(ms: number): Promise<void> {
		if (this.#failure) throw this.#failure;
		let handle: unknown;
		try {
			await new Promise<void>((resolve, reject) => {
				this.#interrupt = (failure) => (failure ? reject(failure) : resolve());
				handle = this.#clock.setTimeout(resolve, ms);
			});
		} finally {
			this.#clock.clearTimeout(handle);
			this.#interrupt = undefined;
		}
	}

	/** Leaves no listener and no timer behind. */
	close(): void {
		this.#signal?.removeEventListener("abort", this.abort);
		this.#clearTimer();
		this.#interrupt = undefined;
	}

	#fail(failure: CallFailure): void {
		this.#failure ??= failure;
		this.#interrupt?.(this.#failure);
	}

	#enter(phase: Phase): void {
		this.#phase = phase;
		this.#arm();
	}

	#deadline(phase: "total" | Phase): number {
		if (phase === "drain") return this.#progress + drainMs;
		const ms = phase === "pause" ? 0 : this.#timeouts[phase];
		if (ms <= 0) return Number.POSITIVE_INFINITY;
		return ms + (phase === "total" ? this.#start : phase === "idle" ? this.#progress : this.#attemptStart);
	}

	#arm(): void {
		const at = Math.min(this.#deadline(this.#phase), this.#deadline("total"));
		if (at >= this.#timerAt) return;
		this.#clearTimer();
		this.#timerAt = at;
		this.#timer = this.#clock.setTimeout(this.#ring, Math.max(0, at - this.#clock.now()));
	}

	readonly #ring = (): void => {
		this.#timerAt = Number.POSITIVE_INFINITY;
		const now = this.#clock.now();
		const phase = this.#deadline("total") <= now ? "total" : this.#phase;
		if (this.#deadline(phase) > now) return this.#arm();
		if (phase === "drain" || (phase === "idle" && this.#whole)) return this.#interrupt?.(undefined);
		const ms = this.#timeouts[phase as keyof Timeouts];
		this.#fail(failure("timeout", `${messages[phase as keyof Timeouts]} within ${ms} ms`, true));
	};

	#clearTimer(): void {
		if (this.#timerAt === Number.POSITIVE_INFINITY) return;
		this.#clock.clearTimeout(this.#timer);
		this.#timerAt = Number.POSITIVE_INFINITY;
	}
}

const messages: Required<{ [clock in keyof Timeouts]: string }> = {
	connect: "No response headers",
	firstEvent: "No first event",
	idle: "No further event",
	total: "The call did not end",
};
