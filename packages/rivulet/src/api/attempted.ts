import { failure } from "../wire/call-failure.ts";
import { RequestError } from "./request-error.ts";

/** What `run` gave, now; what it threw is thrown when the value is asked for, a {@link RequestError} as `invalid_request`. */
export function attempted<T>(run: () => T): { (): T; readonly value: T | undefined } {
	let value: T | undefined;
	let thrown: unknown;
	let failed = false;
	try {
		value = run();
	} catch (error) {
		failed = true;
		thrown = error instanceof RequestError ? failure("invalid_request", error.message) : error;
	}
	const ask = (): T => {
		if (failed) throw thrown;
		return value as T;
	};
	return Object.assign(ask, { value });
}
