import type { ModelError } from "../message/model-error.ts";
import { ProtocolError } from "../stream/protocol-error.ts";

/** Carries a classified error up to the one place that ends a call. It never leaves the library. */
export class CallFailure extends Error {
	readonly error: ModelError;
	constructor(error: ModelError) {
		super(error.message);
		this.error = error;
	}
}

/** A failure with a kind and a message of our own. */
export function failure(kind: ModelError["kind"], message: string, retryable = false): CallFailure {
	return new CallFailure({ kind, message, retryable });
}

/** Whatever was thrown by fetch, by a reader or by a custom transport: the place decides, not the words. */
export function networkFailure(thrown: unknown): CallFailure {
	return failure("network", describe(thrown), true);
}

/** What ended a call, as an error. What is not a failure of the call is a fault of this library or of a hook. */
export function modelErrorOf(thrown: unknown): ModelError {
	if (thrown instanceof CallFailure) return thrown.error;
	if (thrown instanceof ProtocolError) return { kind: "protocol", message: thrown.message, retryable: false };
	return { kind: "internal", message: describe(thrown), retryable: false };
}

/** The message of anything thrown and those of its causes, where they say more. */
export function describe(thrown: unknown): string {
	let text = "";
	let next: unknown = thrown;
	for (let depth = 0; depth < 5 && next !== undefined && next !== null; depth++) {
		const { message, code, cause, errors } = next as { [member: string]: unknown };
		const own = String(message || code || (typeof next === "object" ? "" : next));
		if (!text.includes(own)) text += text === "" ? own : `: ${own}`;
		next = cause ?? (errors as unknown[] | undefined)?.[0];
	}
	return text || "Unknown error";
}
