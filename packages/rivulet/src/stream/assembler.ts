import type { AssistantContent, TextContent, ThinkingContent, ToolCall } from "../message/content.ts";
import { defined } from "../message/defined.ts";
import type { Deviation } from "../message/deviation.ts";
import type { AssistantMessage, Timing } from "../message/message.ts";
import type { ModelError } from "../message/model-error.ts";
import { mergeReports, type UsageReport, unknownUsage, usageOf } from "../message/usage.ts";
import type { FinishReasons } from "./finish-reason.ts";
import type { ModelEvent } from "./model-event.ts";
import { type Finish, type Outcome, outcomeOf } from "./outcome.ts";
import { parseArguments } from "./parse-arguments.ts";
import { ProtocolError } from "./protocol-error.ts";
import type { BlockChunk, BlockKey, ProviderChunk } from "./provider-chunk.ts";
import { withData } from "./provider-data.ts";
import { emptyBlock, newSlot, type Slot, ToolCallDelta } from "./slot.ts";
import { ToolSlots } from "./tool-slots.ts";

/** The most blocks that a reply may have: each partial lists them all. */
const maxBlocks = 1024;
/** The most citations that a reply may have. */
const maxAnnotations = 10_000;

export interface AssemblerOptions {
	emit(event: ModelEvent): void;
	api?: string | undefined;
	provider: string;
	model: string;
	/** When the call began, in milliseconds since 1970. */
	timestamp: number;
	/** How many messages the context has: ids that the provider leaves out are made of it. */
	messageCount: number;
	/** Words for the end that are this server's own. */
	finishReasons?: FinishReasons | undefined;
	/** The protocol allows calls without ids, so that a missing one is no deviation. */
	idsOptional?: boolean | undefined;
}

type Flags = { refusal?: true | undefined; redacted?: true | undefined };
type WholeBlock = Exclude<AssistantContent, { type: "text" | "thinking" | "toolCall" }>;

/**
 * The only place where events are made: it turns chunks into events with cumulative partials and, at the end, into one
 * message. Partials are never written again: each change makes a new block, a new content list and a new message, and
 * shares all the rest, so that a delta costs the same at the first and at the 50,000th.
 *
 * Facts that are no content (ids, usage, provider data) are kept silently until the first content, so that an attempt
 * that fails before it can be dropped unseen.
 */
export class Assembler {
	readonly #options: AssemblerOptions;
	readonly #slots: Slot[] = [];
	readonly #tools: ToolSlots;
	readonly #blocks = new Map<BlockKey, Slot>();
	readonly #deviations = new Map<string, Deviation>();
	#text: Slot | undefined;
	#thinking: Slot | undefined;
	#content: AssistantContent[] = [];
	#head: AssistantMessage;
	#finish: Finish | undefined;
	#annotations = 0;
	#reported: UsageReport = {};

	/** The record that is being read, for deviations that name no place of their own. */
	record: number | string = 0;
	/** `start` was sent: something was delivered. */
	started = false;

	constructor(options: AssemblerOptions) {
		this.#options = options;
		this.#tools = new ToolSlots((name) => this.deviate(name));
		this.#head = {
			role: "assistant",
			content: this.#content,
			...(options.api && { api: options.api }),
			provider: options.provider,
			model: options.model,
			usage: unknownUsage(),
			stopReason: "stop",
			timestamp: options.timestamp,
			incomplete: true,
		};
	}

	/** A finish reason was seen. */
	get finished(): boolean {
		return this.#finish !== undefined;
	}

	/**
	 * Takes the next fact. A chunk of type `error` is the caller's to handle.
	 * @throws {ProtocolError} on facts that contradict the protocol
	 */
	push(chunk: ProviderChunk): void {
		switch (chunk.type) {
			case "text":
			case "thinking":
				if (chunk.delta !== "") this.#append(chunk.type, chunk.delta, chunk.block, chunk);
				return;
			case "tool":
				return this.#tool(chunk);
			case "block":
				return this.#block(chunk);
			case "whole":
				return this.#whole(chunk.block, chunk.text);
			case "data":
				return this.#data(chunk);
			case "annotation": {
				if (++this.#annotations > maxAnnotations) throw new ProtocolError("more than 10,000 annotations");
				const slot = this.#slot("text", chunk.block);
				const block = this.#content[slot.index] as TextContent;
				slot.extra = true;
				this.#put(slot, { ...block, annotations: [...(block.annotations ?? []), chunk.annotation] });
				return;
			}
			case "end": {
				const slot = this.#blocks.get(chunk.block);
				if (slot) this.#end(slot);
				return;
			}
			case "response": {
				const { responseId = chunk.id || undefined, responseModel = chunk.model || undefined } = this.#head;
				this.#head = {
					...this.#head,
					...(responseId && { responseId }),
					...(responseModel && { responseModel }),
				};
				return;
			}
			case "usage":
				return this.#usage(chunk.usage);
			case "finish":
				this.#finish = chunk;
				if (chunk.usage) this.#usage(chunk.usage);
				return;
			case "deviation":
				return this.deviate(chunk.name, chunk.at, chunk.detail);
		}
	}

	/** Records a tolerance; each name once, where it was first seen. */
	deviate(name: string, at: number | string = this.record, detail?: string): void {
		if (!this.#deviations.has(name)) this.#deviations.set(name, defined<Deviation>({ name, at, detail }));
	}

	/** What the reply amounts to when nothing more comes. Emits nothing. */
	outcome(): Outcome {
		const calls = this.#tools.all.map((slot) => this.#content[slot.index] as ToolCall);
		return outcomeOf(this.#finish, calls, this.#options.finishReasons, (name) => this.deviate(name));
	}

	/** Ends the blocks that are still open, and makes the final message of a reply that is whole. */
	complete(reason: "stop" | "length" | "toolUse", timing?: Timing): AssistantMessage {
		this.#start();
		for (const slot of this.#slots) this.#end(slot, reason !== "length");
		return this.#final(reason, timing);
	}

	/** Makes the final message of a reply that failed; what came is kept, and no open call is completed. */
	fail(error: ModelError, timing?: Timing): AssistantMessage {
		return this.#final(error.kind === "aborted" ? "aborted" : "error", timing, error);
	}

	#start(): void {
		if (this.started) return;
		this.started = true;
		this.#options.emit({ type: "start", partial: this.#partial() });
	}

	/** The message so far. The usual members are written out: a literal is made several times faster than a spread. */
	#partial(): AssistantMessage {
		const h = this.#head;
		if (!h.responseId || !h.responseModel || !h.api || h.providerData)
			return { ...h, content: this.#content };
		return {
			role: "assistant",
			content: this.#content,
			api: h.api,
			provider: h.provider,
			model: h.model,
			responseId: h.responseId,
			responseModel: h.responseModel,
			usage: h.usage,
			stopReason: "stop",
			timestamp: h.timestamp,
			incomplete: true,
		};
	}

	#put(slot: Slot, block: AssistantContent): void {
		if (this.#content.length === 1 && slot.index === 0) this.#content = [block];
		else {
			this.#content = this.#content.slice();
			this.#content[slot.index] = block;
		}
	}

	#open(kind: Slot["kind"], key: BlockKey | undefined, block: AssistantContent): Slot {
		const slot = newSlot(kind, this.#slots.length, key);
		if (this.#slots.push(slot) > maxBlocks) throw new ProtocolError(`more than ${maxBlocks} content blocks`);
		if (key !== undefined) this.#blocks.set(key, slot);
		this.#put(slot, block);
		return slot;
	}

	/** The slot of a kind of text, opened if need be. Data may have opened it before its kind was known. */
	#slot(kind: "text" | "thinking", key: BlockKey | undefined): Slot {
		let slot = key === undefined ? (kind === "text" ? this.#text : this.#thinking) : this.#blocks.get(key);
		if (slot && !slot.ended) {
			if (slot.kind === kind) return slot;
			if (slot.started) throw new ProtocolError(`block ${key} changes its kind to ${kind}`);
			slot.kind = kind;
			slot.extra = true;
			const { providerData } = this.#content[slot.index] as TextContent;
			this.#put(slot, defined<TextContent | ThinkingContent>({ ...emptyBlock(kind), providerData }));
			return slot;
		}
		slot = this.#open(kind, key, emptyBlock(kind));
		if (key === undefined) {
			if (kind === "text") this.#text = slot;
			else this.#thinking = slot;
		}
		return slot;
	}

	#append(kind: "text" | "thinking", delta: string, key?: BlockKey, { refusal, redacted }: Flags = {}): void {
		const slot = this.#slot(kind, key);
		const contentIndex = slot.index;
		if (!slot.started) {
			if (refusal || redacted) {
				const block = this.#content[contentIndex] as TextContent;
				slot.extra = true;
				this.#put(slot, { ...block, ...(refusal && { refusal }), ...(redacted && { redacted }) });
			}
			this.#begin(slot, kind);
		}
		if (this.#finish) this.deviate("content-after-finish");
		slot.text += delta;
		let block: TextContent | ThinkingContent =
			kind === "text" ? { type: "text", text: slot.text } : { type: "thinking", thinking: slot.text };
		if (slot.extra) block = { ...(this.#content[contentIndex] as typeof block), ...block } as typeof block;
		this.#put(slot, block);
		const type = kind === "text" ? "text_delta" : "thinking_delta";
		this.#options.emit({ type, contentIndex, delta, partial: this.#partial() });
	}

	#tool(chunk: Extract<ProviderChunk, { type: "tool" }>): void {
		const { block: key, id, name, argumentsDelta: delta, format, data } = chunk;
		const slot = this.#tools.take(chunk, () => {
			if (!id && !name && !delta && !data) return;
			const call: ToolCall = { type: "toolCall", id: "", name: "", arguments: {}, rawArguments: "" };
			const slot = this.#open("tool", key, format ? { ...call, format } : call);
			slot.extra = format !== undefined;
			return slot;
		});
		if (!slot) return;
		let call = this.#content[slot.index] as ToolCall;
		if (id || name || data) {
			slot.id ||= id || "";
			slot.name ||= name || "";
			call = { ...call, id: slot.id, name: slot.name };
			if (data) {
				call.providerData = { v: 1, ...call.providerData, ...data };
				slot.extra = true;
			}
			this.#put(slot, call);
		}
		this.#begin(slot, "toolcall");
		if (!delta) return;
		if (this.#finish) this.deviate("content-after-finish");
		slot.text += delta;
		slot.fragments.push(delta);
		const { arguments: none } = call;
		const rawArguments = slot.text;
		const grown: ToolCall = { type: "toolCall", id: slot.id, name: slot.name, arguments: none, rawArguments };
		this.#put(slot, slot.extra ? { ...call, rawArguments } : grown);
		this.#options.emit(new ToolCallDelta(slot, delta, this.#partial()));
	}

	#block({ type: _, block: key, kind, ...members }: BlockChunk): void {
		const { opaqueKind, ...rest } = members as { opaqueKind?: string };
		const block = { type: kind, ...(kind === "opaque" && { kind: opaqueKind ?? "" }), ...rest } as WholeBlock;
		const known = this.#blocks.get(key);
		if (known?.kind === "block" && !known.ended) this.#put(known, block);
		else this.#begin(this.#open("block", key, block), "block", { block });
	}

	/** Sends the start event of a block, and that of the reply before the first. */
	#begin(
		slot: Slot,
		name: "text" | "thinking" | "toolcall" | "block",
		members?: { block: WholeBlock },
	): void {
		if (slot.started) return;
		slot.started = true;
		this.#start();
		const event = { type: `${name}_start`, contentIndex: slot.index, ...members, partial: this.#partial() };
		this.#options.emit(event as ModelEvent);
	}

	#whole(key: BlockKey | undefined, whole: string): void {
		const slot = key === undefined ? this.#text : this.#blocks.get(key);
		const known = slot?.text ?? "";
		if (!whole.startsWith(known)) return this.deviate("whole-differs");
		const delta = whole.slice(known.length);
		if (!delta || slot?.ended) return;
		if (slot?.kind === "tool") this.#tool({ type: "tool", block: key, argumentsDelta: delta });
		else this.#append(slot?.kind === "thinking" ? "thinking" : "text", delta, key);
	}

	#data({
		block: key,
		key: member,
		value,
		append,
		kind,
		redacted,
	}: Extract<ProviderChunk, { type: "data" }>): void {
		const slot =
			key === undefined ? undefined : (this.#blocks.get(key) ?? this.#slot(kind ?? "thinking", key));
		const owner = slot ? (this.#content[slot.index] as ThinkingContent) : this.#head;
		const providerData = withData(owner.providerData, member, value, append);
		if (slot) {
			slot.extra = true;
			this.#put(slot, { ...(owner as ThinkingContent), ...(redacted && { redacted }), providerData });
		} else this.#head = { ...this.#head, providerData };
	}

	#usage(report: UsageReport): void {
		const { merged, invalid } = mergeReports(this.#reported, report);
		for (const name of invalid) this.deviate("usage-invalid", undefined, name);
		this.#reported = merged;
		this.#head = { ...this.#head, usage: usageOf(merged) };
	}

	/** Ends a block. A call is closed only where its text is whole: by its own end, or by a finish that completes it. */
	#end(slot: Slot, completes = true): void {
		if (slot.closed || !slot.started) return;
		let block = this.#content[slot.index] as AssistantContent;
		if (block.type === "toolCall") {
			// Text that never came is no arguments only where the call is known to have ended.
			const whole = completes || slot.ended || slot.text !== "";
			const parsed = parseArguments(block);
			slot.ended = true;
			if (!whole || !("arguments" in parsed)) return;
			block = { ...block, id: block.id || this.#madeUpId(slot), ...parsed };
			this.#put(slot, block);
		}
		slot.ended = true;
		slot.closed = true;
		const place = { contentIndex: slot.index, partial: this.#partial() };
		const { emit } = this.#options;
		if (block.type === "text") emit({ type: "text_end", content: block.text, ...place });
		else if (block.type === "thinking") emit({ type: "thinking_end", content: block.thinking, ...place });
		else if (block.type === "toolCall") emit({ type: "toolcall_end", toolCall: block, ...place });
		else emit({ type: "block_end", block, ...place });
	}

	/** Deterministic, and unique in the transcript: the number of messages grows with each turn. */
	#madeUpId(slot: Slot): string {
		if (!this.#options.idsOptional) this.deviate("missing-tool-id");
		return `call_${this.#options.messageCount}_${this.#tools.all.indexOf(slot)}`;
	}

	#final(stopReason: AssistantMessage["stopReason"], timing?: Timing, error?: ModelError): AssistantMessage {
		const content = this.#content.slice();
		for (const slot of this.#tools.all) {
			if (slot.closed) continue;
			const call = content[slot.index] as ToolCall;
			const cut = {
				argumentsError: "The reply ended before the call did",
				...parseArguments(call),
				arguments: {},
			};
			content[slot.index] = { ...call, id: call.id || this.#madeUpId(slot), ...cut };
		}
		const finish = this.#finish;
		return defined<AssistantMessage>({
			...this.#head,
			content,
			stopReason,
			rawStopReason: finish?.inferred ? undefined : (finish?.raw ?? finish?.reason),
			errorMessage: error?.message,
			error,
			deviations: this.#deviations.size > 0 ? [...this.#deviations.values()] : undefined,
			timing,
			incomplete: undefined,
		});
	}
}
