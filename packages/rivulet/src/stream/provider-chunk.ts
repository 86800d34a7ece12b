import type { Annotation, AssistantContent } from "../message/content.ts";
import type { ModelError } from "../message/model-error.ts";
import type { UsageReport } from "../message/usage.ts";

/** A key of a content block in the provider's own numbering: one key space per reply. */
export type BlockKey = string | number;

/**
 * The seam: a dozen small facts, the same for every provider. A decoder says what it read; the assembler alone makes
 * blocks and events of it.
 *
 * - `block` names a content block. Text and thinking without it have one slot each. A tool's `index` is a key space
 *   of its own unless `block` is given.
 * - `whole` gives the full text of a block again: only a missing suffix is emitted, a different prefix is a deviation.
 * - `data` is provider data of a block, or of the message where `block` is absent. It opens a slot and makes no event.
 *   `kind` says of what kind a block is that has data alone (default `thinking`). `append` joins strings and lists.
 * - `finish` may be repeated; the last reason wins. `reason` is the provider's word or one of our own stop reasons.
 *   `inferred` marks an end that no word of the provider announced: it holds only if all calls are complete.
 */
export type ProviderChunk =
	| { type: "text"; delta: string; block?: BlockKey | undefined; refusal?: true | undefined }
	| { type: "thinking"; delta: string; block?: BlockKey | undefined; redacted?: true | undefined }
	| {
			type: "tool";
			index?: unknown;
			id?: string | null | undefined;
			name?: string | null | undefined;
			argumentsDelta?: string | undefined;
			block?: BlockKey | undefined;
			format?: "json" | "text" | undefined;
			/** Provider data of the call. */
			data?: { [member: string]: unknown } | undefined;
	  }
	| BlockChunk
	| { type: "whole"; block?: BlockKey | undefined; text: string }
	| {
			type: "data";
			block?: BlockKey | undefined;
			key: string;
			value: unknown;
			append?: true | undefined;
			kind?: "text" | "thinking" | undefined;
			redacted?: true | undefined;
	  }
	| { type: "annotation"; block?: BlockKey | undefined; annotation: Annotation }
	| { type: "end"; block: BlockKey }
	| { type: "response"; id?: string | undefined; model?: string | undefined }
	| { type: "usage"; usage: UsageReport }
	| {
			type: "finish";
			reason: string;
			raw?: string | undefined;
			usage?: UsageReport | undefined;
			inferred?: true | undefined;
	  }
	| { type: "error"; error: ModelError }
	| { type: "deviation"; name: string; at?: number | string | undefined; detail?: string | undefined };

type WholeBlock = Exclude<AssistantContent, { type: "text" | "thinking" | "toolCall" }>;
type Members<B> = B extends { type: "opaque"; kind: infer K }
	? { opaqueKind: K } & Omit<B, "type" | "kind">
	: Omit<B, "type">;

/** A block that comes whole: every kind but text, thinking and calls. An opaque block's own kind is `opaqueKind`. */
export type BlockChunk = {
	[B in WholeBlock as B["type"]]: { type: "block"; block: BlockKey; kind: B["type"] } & Members<B>;
}[WholeBlock["type"]];

/** Any source of chunks: the one thing that a home-made provider has to bring. */
export interface ProviderTransport<Request = unknown> {
	stream(request: Request, options: { signal: AbortSignal }): AsyncIterable<ProviderChunk>;
}

/** Turns the payloads of one reply into chunks. Made fresh for each call; no I/O, no clock. */
export interface ProviderDecoder {
	/**
	 * @param payload what `JSON.parse` gave for one record, unchecked; the string `[DONE]` is the end marker of Chat
	 *   Completions
	 * @param event the record's `event:` field, where it had one
	 * @throws {ProtocolError} where the payload is not what the protocol allows
	 */
	push(payload: unknown, event?: string): ProviderChunk[];
	/** The body has ended. */
	end(): ProviderChunk[];
}
