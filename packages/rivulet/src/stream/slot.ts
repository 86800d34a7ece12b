import type { TextContent, ThinkingContent } from "../message/content.ts";
import type { AssistantMessage } from "../message/message.ts";
import { JsonPreview } from "./json-preview.ts";
import type { BlockKey } from "./provider-chunk.ts";

/** One content block while it streams. */
export interface Slot {
	kind: "text" | "thinking" | "tool" | "block";
	/** Its place in the content. */
	readonly index: number;
	readonly key: BlockKey | undefined;
	/** All deltas joined. */
	text: string;
	/** Its start event was sent. */
	started: boolean;
	/** Nothing more belongs to it. A call may have ended without being whole. */
	ended: boolean;
	/** Its end event was sent. */
	closed: boolean;
	/** The block has more than its text: most have not, and are made anew the fast way. */
	extra: boolean;
	/** Calls alone: as far as they are known. */
	id: string;
	name: string;
	readonly fragments: string[];
	previews: Previews | undefined;
}

export function newSlot(kind: Slot["kind"], index: number, key: BlockKey | undefined): Slot {
	return {
		kind,
		index,
		key,
		text: "",
		started: false,
		ended: false,
		closed: false,
		extra: false,
		id: "",
		name: "",
		fragments: [],
		previews: undefined,
	};
}

/** The block of a slot that has no text yet. */
export function emptyBlock(kind: "text" | "thinking"): TextContent | ThinkingContent {
	return kind === "text" ? { type: "text", text: "" } : { type: "thinking", thinking: "" };
}

/**
 * Previews of a call after each of its fragments, made when they are first asked for and in order, so that the work is
 * linear whoever reads them, and when.
 */
export class Previews {
	readonly #fragments: readonly string[];
	readonly #made: unknown[] = [];
	readonly #parser = new JsonPreview();

	constructor(fragments: readonly string[]) {
		this.#fragments = fragments;
	}

	after(count: number): unknown {
		while (this.#made.length < count) {
			this.#parser.push(this.#fragments[this.#made.length] as string);
			this.#made.push(this.#parser.snapshot());
		}
		return this.#made[count - 1];
	}
}

/** The event of one fragment. A class for the sake of `preview`: lazy, not enumerable, and free until it is read. */
export class ToolCallDelta {
	readonly type = "toolcall_delta";
	readonly contentIndex: number;
	readonly delta: string;
	readonly partial: AssistantMessage;
	readonly #slot: Slot;
	readonly #count: number;

	constructor(slot: Slot, delta: string, partial: AssistantMessage) {
		this.contentIndex = slot.index;
		this.delta = delta;
		this.partial = partial;
		this.#slot = slot;
		this.#count = slot.fragments.length;
	}

	get preview(): unknown {
		this.#slot.previews ??= new Previews(this.#slot.fragments);
		return this.#slot.previews.after(this.#count);
	}
}
