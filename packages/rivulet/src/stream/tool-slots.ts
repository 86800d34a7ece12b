import { ProtocolError } from "./protocol-error.ts";
import type { ProviderChunk } from "./provider-chunk.ts";
import type { Slot } from "./slot.ts";

type ToolChunk = Extract<ProviderChunk, { type: "tool" }>;

/**
 * Says which call a fragment belongs to: by block, else by index, else by id, else the latest. Servers number, repeat
 * and leave out these keys as they like; what no rule can tell apart is one call, and two different ids never are.
 */
export class ToolSlots {
	readonly all: Slot[] = [];
	/** By block as a text of its own, by index as a number. */
	readonly #byKey = new Map<number | string, Slot>();
	readonly #byId = new Map<string, Slot>();
	readonly #indexes = new Set<number>();
	readonly #deviate: (name: string) => void;
	#latest: Slot | undefined;

	constructor(deviate: (name: string) => void) {
		this.#deviate = deviate;
	}

	/**
	 * The call that a fragment belongs to.
	 * @param open makes a new one; gives `undefined` where the fragment is too empty to begin one
	 * @throws {ProtocolError} on an index that is none
	 */
	take(chunk: ToolChunk, open: () => Slot | undefined): Slot | undefined {
		const { block, id, name } = chunk;
		const index = block === undefined ? checkedIndex(chunk.index) : undefined;
		const key = block === undefined ? index : `${typeof block} ${block}`;
		let slot = key === undefined ? this.#latest : this.#byKey.get(key);
		let reused = false;
		if (block !== undefined) {
			if (slot?.ended) slot = undefined;
		} else if (id && slot?.id !== id) {
			const known = this.#byId.get(id);
			// A late id belongs to the call that has none yet; without an index a name says that another one begins.
			if (known || !slot || slot.id || (key === undefined && name)) {
				reused = !known && slot !== undefined && key !== undefined;
				slot = known;
			}
			// A name after finished arguments begins another call: joined, the two would be no JSON.
		} else if (key === undefined && name && slot?.name && isWhole(slot.text)) slot = undefined;

		if (!slot) {
			slot = open();
			if (!slot) return undefined;
			this.all.push(slot);
			if (reused) this.#deviate("tool-index-reused");
			else if (index !== undefined && index !== this.#indexes.size) this.#deviate("tool-index-gap");
		}
		this.#latest = slot;
		if (key !== undefined) this.#byKey.set(key, slot);
		if (index !== undefined) this.#indexes.add(index);
		if (id) this.#byId.set(id, slot);
		return slot;
	}
}

function checkedIndex(index: unknown): number | undefined {
	if (index === undefined || index === null) return undefined;
	if (Number.isSafeInteger(index) && (index as number) >= 0) return index as number;
	throw new ProtocolError("the index of a tool call must be a non-negative integer");
}

function isWhole(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}
