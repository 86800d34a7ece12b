import type { RecordedRequest } from "./types.ts";

/** The requests that have come, and whoever waits for one that hasn't. */
export interface RequestLog {
	readonly requests: readonly RecordedRequest[];
	add(request: RecordedRequest): void;
	/** Resolves to `requests[index]`, at once or when it comes; rejects once the log is closed without it. */
	at(index: number): Promise<RecordedRequest>;
	close(): void;
}

export function requestLog(): RequestLog {
	const requests: RecordedRequest[] = [];
	const waiting = new Set<() => void>();
	let closed = false;
	const look = () => {
		for (const check of waiting) check();
	};
	return {
		requests,
		add(request) {
			requests.push(request);
			look();
		},
		at(index) {
			const promise = new Promise<RecordedRequest>((resolve, reject) => {
				const check = () => {
					const found = requests[index];
					if (found) resolve(found);
					else if (closed) reject(new Error(`The server was closed before request ${index} came`));
					else return;
					waiting.delete(check);
				};
				waiting.add(check);
				check();
			});
			// Whoever waits gets the error; whoever has stopped waiting is not to die of it.
			promise.catch(() => {});
			return promise;
		},
		close() {
			closed = true;
			look();
		},
	};
}
