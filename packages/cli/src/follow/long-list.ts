import { grouped } from "../display-width.ts";
import type { Line } from "./line.ts";

type Entry = (number: number) => Line[];

/** A list that may grow without end and keeps its first and its last entries. */
export interface LongList {
	/** Adds an entry, whose lines are made only if they are shown. `number` counts from 1. */
	push(entry: Entry): void;
	readonly length: number;
	/** The lines, with a note in place of the entries that were left out. */
	lines(): Line[];
}

/**
 * @param head how many of the first entries are kept; `Infinity` keeps all
 * @param tail how many of the last, 1 or more
 */
export function longList(head: number, tail: number): LongList {
	const first: Entry[] = [];
	const last: Entry[] = [];
	let length = 0;
	return {
		push(entry) {
			length++;
			if (length <= head) first.push(entry);
			// A ring: the oldest of the last ones is written over.
			else last[(length - head - 1) % tail] = entry;
		},
		get length() {
			return length;
		},
		lines() {
			const oldest = (length - first.length) % tail;
			const kept = last.length < tail ? last : [...last.slice(oldest), ...last.slice(0, oldest)];
			const from = length - kept.length;
			return [
				...first.flatMap((entry, place) => entry(place + 1)),
				...leftOut(from - first.length),
				...kept.flatMap((entry, place) => entry(from + place + 1)),
			];
		},
	};
}

/** A list that is at hand, its middle left out where it is long. */
export function shortened(lines: readonly Line[], head: number, tail: number): Line[] {
	const left = lines.length - head - tail;
	if (!(left > 0)) return [...lines];
	return [...lines.slice(0, head), ...leftOut(left), ...lines.slice(-tail)];
}

function leftOut(count: number): Line[] {
	return count > 0 ? [["dim", `     … ${grouped(count)} more, --all shows them`]] : [];
}
