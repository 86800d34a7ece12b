import type { Model, ModelInfo, ModelRequest } from "../api/model.ts";
import type { StreamOptions } from "../api/options.ts";
import type { AssistantContent } from "../message/content.ts";
import type { AgentContext } from "../message/context.ts";
import type { AssistantMessage } from "../message/message.ts";
import { abortedError, type ModelError } from "../message/model-error.ts";
import { textOf } from "../message/text-of.ts";
import { zeroUsage } from "../message/usage.ts";
import { Assembler } from "../stream/assembler.ts";
import { AssistantMessageEventStream } from "../stream/assistant-stream.ts";
import type { ProviderChunk } from "../stream/provider-chunk.ts";
import { cloneable } from "./cloneable.ts";

/** One turn of the script: what the model says, or a function that says it when it is asked. */
export type ScriptedTurn = AssistantMessage | ((request: ScriptedRequest) => AssistantMessage);

/** A request as it was when it was made; what is done to the context later does not show. */
export interface ScriptedRequest {
	context: AgentContext;
	/** The options that can be cloned: no signal, no functions. */
	options: StreamOptions;
}

/**
 * A test double behind the real interface. It answers each request with the next turn of its script, event by event,
 * after `stream()` has returned, and keeps a snapshot of every request.
 *
 * Each scripted call comes as one `toolcall_delta` with its whole JSON text and then its `toolcall_end`; two text blocks
 * come as two blocks. A turn whose `stopReason` is `error` or `aborted` streams its content and then ends as that error.
 * When the script is exhausted, or the signal was aborted beforehand, there is exactly one event, an `error`; the
 * request is recorded and the turn used up all the same.
 */
export class ScriptedModel implements Model {
	readonly info: ModelInfo = {
		api: "scripted",
		provider: "scripted",
		id: "scripted-v1",
		input: ["text", "image", "file"],
	};
	/** Snapshots of all requests, the first first. */
	readonly requests: ScriptedRequest[] = [];
	readonly #turns: readonly ScriptedTurn[];
	#cursor = 0;

	constructor(turns: Iterable<ScriptedTurn>) {
		this.#turns = [...turns];
	}

	/** How many turns have been used up. */
	get cursor(): number {
		return this.#cursor;
	}

	/** How many turns are left. */
	get remaining(): number {
		return Math.max(0, this.#turns.length - this.#cursor);
	}

	request(context: AgentContext, options: StreamOptions = {}): ModelRequest {
		return {
			url: "",
			headers: {},
			body: cloneable({ context, options }),
			report: { changes: [], deviations: [] },
		};
	}

	stream(context: AgentContext, options: StreamOptions = {}): AssistantMessageEventStream {
		const stream = new AssistantMessageEventStream();
		const request = cloneable({ context, options }) as ScriptedRequest;
		this.requests.push(request);
		const turn = this.#turns[this.#cursor++];
		void this.#play(turn, request, options.signal, stream);
		return stream;
	}

	async #play(
		turn: ScriptedTurn | undefined,
		request: ScriptedRequest,
		signal: AbortSignal | undefined,
		stream: AssistantMessageEventStream,
	): Promise<void> {
		let cancelled = signal?.aborted ?? false;
		const abort = (): void => {
			cancelled = true;
		};
		stream.onCancel(abort);
		signal?.addEventListener("abort", abort);
		let assembler: Assembler | undefined;
		let message: AssistantMessage | undefined;
		let error: ModelError | undefined;
		const newAssembler = (): Assembler =>
			new Assembler({
				emit: (event) => stream.push(event),
				api: message?.api,
				provider: message?.provider ?? this.info.provider,
				model: message?.model ?? this.info.id,
				timestamp: message?.timestamp ?? Date.now(),
				messageCount: request.context?.messages?.length ?? 0,
			});
		try {
			// Events come after stream() has returned.
			await Promise.resolve();
			if (cancelled) error = abortedError();
			else if (!turn)
				error = failed(`ScriptedModel 没有更多响应: all ${this.#turns.length} turns are used up`);
			else message = typeof turn === "function" ? turn(request) : turn;
			assembler = newAssembler();
			for (const [key, block] of (message?.content ?? []).entries()) {
				this.#say(assembler, block, key);
				// A reader sees each block before the next comes, and can end the call in between.
				for (let hop = 0; hop < 8; hop++) await null;
				if (cancelled) error = abortedError();
				if (error) break;
			}
		} catch (thrown) {
			error = failed(thrown instanceof Error ? thrown.message : String(thrown));
		}
		signal?.removeEventListener("abort", abort);
		stream.end(this.#final(assembler ?? newAssembler(), message, error));
	}

	#say(assembler: Assembler, block: AssistantContent, key: number): void {
		const { type } = block;
		if (type === "text") {
			assembler.push({ type, delta: block.text, block: key, refusal: block.refusal });
			for (const annotation of block.annotations ?? [])
				assembler.push({ type: "annotation", block: key, annotation });
		} else if (type === "thinking") {
			assembler.push({ type, delta: block.thinking, block: key, redacted: block.redacted });
		} else if (type === "toolCall") {
			const { id, name, format, arguments: given } = block;
			const text = format === "text" && typeof given === "string" ? given : JSON.stringify(given);
			assembler.push({
				type: "tool",
				block: key,
				id,
				name,
				format,
				argumentsDelta: block.rawArguments ?? text,
			});
		} else if (type === "opaque") {
			const { kind, providerData } = block;
			assembler.push({ type: "block", block: key, kind: type, opaqueKind: kind, providerData });
		} else {
			const { type: kind, ...members } = block;
			assembler.push({ type: "block", block: key, kind, ...members } as ProviderChunk);
		}
		if (type === "text" || type === "thinking" || type === "toolCall") {
			const redacted = type === "thinking" ? block.redacted : undefined;
			const kind = type === "toolCall" ? undefined : type;
			for (const [member, value] of Object.entries(block.providerData ?? {})) {
				if (member !== "v") assembler.push({ type: "data", block: key, key: member, value, kind, redacted });
			}
		}
		assembler.push({ type: "end", block: key });
	}

	/** The script's own facts (usage, ids, error) stand on the message; its content is what was streamed. */
	#final(
		assembler: Assembler,
		message: AssistantMessage | undefined,
		error: ModelError | undefined,
	): AssistantMessage {
		if (error || !message) return assembler.fail(error ?? failed("ScriptedModel has no turn"));
		const { content: _, incomplete: __, ...facts } = message;
		const { stopReason } = message;
		if (stopReason === "error" || stopReason === "aborted") {
			const given = message.error ?? {
				kind: stopReason === "aborted" ? ("aborted" as const) : ("server" as const),
				message:
					message.errorMessage ?? (stopReason === "aborted" ? abortedError().message : textOf(message)),
				retryable: false,
			};
			return { ...assembler.fail(given), ...facts, errorMessage: given.message, error: given };
		}
		return { ...assembler.complete(stopReason), ...facts, usage: message.usage ?? zeroUsage() };
	}
}

function failed(message: string): ModelError {
	return { kind: "internal", message, retryable: false };
}
