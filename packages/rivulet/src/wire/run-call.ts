import type { Deviation } from "../message/deviation.ts";
import type { AssistantMessage, Timing } from "../message/message.ts";
import type { ModelError } from "../message/model-error.ts";
import { Assembler, type AssemblerOptions } from "../stream/assembler.ts";
import type { AssistantMessageEventStream } from "../stream/assistant-stream.ts";
import type { ProviderChunk } from "../stream/provider-chunk.ts";
import { CallFailure, modelErrorOf } from "./call-failure.ts";
import { Lifetime } from "./lifetime.ts";
import type { Redactor } from "./redact.ts";
import { defaultRetry, retryDelay, withRetryAt } from "./retry-policy.ts";
import type { Clock, RetryPolicy, Timeouts } from "./types.ts";

/** What an attempt may use while it runs. */
export interface Attempt {
	/** Counts from 1. */
	number: number;
	life: Lifetime;
	/** Takes one fact. Throws where it ends the reply. */
	take(chunk: ProviderChunk): void;
	/** The record that is being read, for deviations. */
	at(record: number | string): void;
	/** A finish reason was seen. */
	readonly finished: boolean;
	/** The response headers are here. */
	connected(): void;
}

export interface CallPlan {
	clock: Clock;
	random(): number;
	signal?: AbortSignal | undefined;
	timeouts?: Timeouts | undefined;
	/** Without it nothing is repeated. */
	retry?: RetryPolicy | undefined;
	assembler: Omit<AssemblerOptions, "emit" | "timestamp">;
	/** Known before the call: options that could not be sent. */
	deviations?: Deviation[] | undefined;
	/** Resolves at the end of the reply; stops as soon as it can when the signal is aborted. */
	attempt(attempt: Attempt, signal: AbortSignal): Promise<void>;
	/** Sees each fact, before it is taken. */
	onChunk?: ((chunk: ProviderChunk, attempt: number) => void) | undefined;
	/** Takes secrets out of every error before anyone sees it. Asked anew each time: a key may change by attempt. */
	redactor(): Redactor;
	/** A failed attempt, before it is repeated or given out. */
	onFailure?(error: ModelError, attempt: number): void;
	/** Has the last word on a whole reply; what it throws becomes the error. */
	finish(message: AssistantMessage): AssistantMessage | Promise<AssistantMessage>;
}

/**
 * Makes one call: attempts, hidden repeats and the one terminal event. An attempt is repeated only while nothing has
 * been delivered: its facts are kept back until the first content, and dropped with it.
 */
export async function runCall(plan: CallPlan, stream: AssistantMessageEventStream): Promise<void> {
	const { clock } = plan;
	const timestamp = clock.now();
	const life = new Lifetime(clock, plan.timeouts, plan.signal);
	const timing: Timing = { attempts: 0, totalMs: 0 };
	const ended = (): Timing => ({ ...timing, totalMs: life.elapsed });
	stream.onCancel(life.abort);
	let assembler = newAssembler();

	function newAssembler(): Assembler {
		const fresh = new Assembler({
			...plan.assembler,
			timestamp,
			emit: (event) => {
				timing.firstEventMs ??= life.elapsed;
				stream.push(event);
			},
		});
		for (const { name, at, detail } of plan.deviations ?? []) fresh.deviate(name, at, detail);
		return fresh;
	}

	function fail(error: ModelError): AssistantMessage {
		const message = assembler.fail(error, ended());
		// A word that no one knows may be anything that a server echoes.
		if (message.rawStopReason) message.rawStopReason = plan.redactor().text(message.rawStopReason);
		return message;
	}

	async function attempt(): Promise<void> {
		const number = timing.attempts + 1;
		const current = assembler;
		await life.attempt((signal) => {
			timing.attempts = number;
			const handle: Attempt = {
				number,
				life,
				take(chunk) {
					plan.onChunk?.(chunk, number);
					if (chunk.type === "error") throw new CallFailure(chunk.error);
					current.push(chunk);
				},
				at(record) {
					current.record = record;
				},
				get finished() {
					return current.finished;
				},
				connected() {
					timing.headersMs = life.elapsed;
					life.connected();
				},
			};
			return plan.attempt(handle, signal);
		});
	}

	async function settle(): Promise<AssistantMessage> {
		for (;;) {
			let error: ModelError;
			try {
				await attempt();
				const outcome = assembler.outcome();
				if ("reason" in outcome) {
					const message = assembler.complete(outcome.reason, ended());
					return await plan.finish(message);
				}
				error = outcome.error;
			} catch (thrown) {
				error = modelErrorOf(thrown);
			}
			error = plan.redactor().error(error);
			const policy = { ...defaultRetry, ...plan.retry };
			if (timing.attempts > 0 && error.kind !== "aborted") plan.onFailure?.(error, timing.attempts);
			const repeats = plan.retry && !assembler.started && isRepeatable(error);
			const wait = repeats ? retryDelay(error, timing.attempts, policy, plan.random) : undefined;
			if (wait === undefined) return fail(withRetryAt(error, policy, clock.now()));
			await life.wait(wait);
			assembler = newAssembler();
		}
	}

	try {
		stream.end(await settle());
	} catch (thrown) {
		// A wait that was cut short, or a hook that threw.
		stream.end(fail(plan.redactor().error(modelErrorOf(thrown))));
	} finally {
		life.close();
	}
}

/** A time limit of our own is the caller's budget, and a broken call is the model's: neither is asked again unseen. */
function isRepeatable({ kind, status }: ModelError): boolean {
	return kind !== "malformed_output" && (kind !== "timeout" || status !== undefined);
}
