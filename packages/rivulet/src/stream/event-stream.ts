/**
 * An append-only log of events with any number of readers. Each reader sees every event from the first, whenever it
 * comes; leaving a `for await` detaches that reader alone. The writer never waits for a reader.
 *
 * @typeParam T the events
 * @typeParam R what `result()` gives
 */
export class EventStream<T, R> implements AsyncIterable<T> {
	readonly #log: T[] = [];
	readonly #isTerminal: (event: T) => boolean;
	readonly #resultOf: (event: T) => R;
	readonly #result: Promise<R>;
	#settle!: (result: R) => void;
	#waiting: (() => void)[] = [];
	#ended = false;

	/**
	 * @param isTerminal the event that ends the stream
	 * @param resultOf what `result()` is, taken from that event
	 */
	constructor(isTerminal: (event: T) => boolean, resultOf: (event: T) => R) {
		this.#isTerminal = isTerminal;
		this.#resultOf = resultOf;
		this.#result = new Promise((resolve) => {
			this.#settle = resolve;
		});
	}

	/** No event will follow. */
	get ended(): boolean {
		return this.#ended;
	}

	/** Appends an event. Ignored after the end. */
	push(event: T): void {
		if (this.#ended) return;
		this.#log.push(event);
		if (this.#isTerminal(event)) {
			this.#ended = true;
			this.#settle(this.#resultOf(event));
		}
		this.#wake();
	}

	/** Ends the log without a terminal event. Ignored after the end. Without `result`, `result()` stays pending. */
	end(result?: R): void {
		if (this.#ended) return;
		this.#ended = true;
		if (result !== undefined) this.#settle(result);
		this.#wake();
	}

	/** Resolves when the stream has ended; never rejects. */
	result(): Promise<R> {
		return this.#result;
	}

	/** A reader of its own, from the first event on. One hand-written iterator: a chain of generators costs more. */
	[Symbol.asyncIterator](): AsyncIterator<T, undefined> {
		let place = 0;
		let left = false;
		const take = (): IteratorResult<T, undefined> | undefined => {
			if (left) return { value: undefined, done: true };
			if (place < this.#log.length) return { value: this.#log[place++] as T, done: false };
			return this.#ended ? { value: undefined, done: true } : undefined;
		};
		const wait = (resolve: (result: IteratorResult<T, undefined>) => void): void => {
			const result = take();
			if (result) resolve(result);
			else this.#waiting.push(() => wait(resolve));
		};
		return {
			next: () => {
				const result = take();
				return result ? Promise.resolve(result) : new Promise(wait);
			},
			return: () => {
				left = true;
				this.#wake();
				return Promise.resolve({ value: undefined, done: true });
			},
		};
	}

	#wake(): void {
		if (this.#waiting.length === 0) return;
		const waiting = this.#waiting;
		this.#waiting = [];
		for (const resume of waiting) resume();
	}
}
