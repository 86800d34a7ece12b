import type { AssistantMessage } from "../message/message.ts";
import { abortedError, type ModelError } from "../message/model-error.ts";
import { unknownUsage } from "../message/usage.ts";
import { EventStream } from "./event-stream.ts";
import type { ModelEvent, TerminalEvent } from "./model-event.ts";
import type { ModelStream } from "./model-stream.ts";

// Old runtimes lack the symbol; `await using` needs it and they don't have that either.
const asyncDispose: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose");

/**
 * The stream of one model call. Its last event is `done` or `error`, and `result()` gives that event's message, the
 * same object. It never throws and never rejects.
 *
 * `cancel()`, `await using` and the call's signal end the request; leaving a `for await` only detaches that reader.
 */
export class AssistantMessageEventStream
	extends EventStream<ModelEvent, AssistantMessage>
	implements ModelStream, AsyncDisposable
{
	#cancel: () => void = () => this.#fail(abortedError(), "aborted");

	constructor() {
		super(isTerminal, messageOf);
	}

	/**
	 * Ends the request. What came so far stays, in one `error` event with the reason `aborted`. Ignored after the end.
	 */
	cancel(): void {
		if (!this.ended) this.#cancel();
	}

	/** For the writer: what `cancel()` does, until the stream has ended. */
	onCancel(cancel: () => void): void {
		this.#cancel = cancel;
	}

	/** Ends the stream with the terminal event that fits the message; without one it ends as an error that says so. */
	override end(message?: AssistantMessage): void {
		if (this.ended) return;
		if (message) this.push(terminalEvent(message));
		else {
			const text = "The stream ended without a terminal event";
			this.#fail({ kind: "stream_truncated", message: text, retryable: true }, "error");
		}
	}

	[asyncDispose](): Promise<void> {
		this.cancel();
		return this.result().then(() => undefined);
	}

	#fail(error: ModelError, reason: "error" | "aborted"): void {
		this.end({
			role: "assistant",
			content: [],
			provider: "",
			model: "",
			usage: unknownUsage(),
			stopReason: reason,
			errorMessage: error.message,
			error,
			timestamp: Date.now(),
		});
	}
}

/** The event that ends a stream with this message. */
export function terminalEvent(message: AssistantMessage): TerminalEvent {
	const reason = message.stopReason;
	return reason === "error" || reason === "aborted"
		? { type: "error", reason, error: message }
		: { type: "done", reason, message };
}

function isTerminal(event: ModelEvent): boolean {
	return event.type === "done" || event.type === "error";
}

function messageOf(event: ModelEvent): AssistantMessage {
	// Only asked for the terminal event.
	return event.type === "done" ? event.message : (event as Extract<ModelEvent, { type: "error" }>).error;
}
