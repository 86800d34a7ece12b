import type { ModelEvent } from "rivulet";
import { measureSpeed } from "./speed.ts";
import type { Terminal } from "./terminal.ts";

/** A line on stderr that shows that something is going on. */
export interface Progress {
	add(event: ModelEvent): void;
	/** Text is about to be written to the terminal: the line makes room, and waits until the cursor is at a line's start. */
	giveWay(text: string): void;
	/** Takes the line away for good. */
	stop(): void;
}

const everyMs = 100;
const clear = "\r\x1b[K";

/** Shows elapsed time and speed on a terminal; elsewhere it does nothing. */
export function startProgress({ stderr, now, after }: Terminal): Progress {
	if (!stderr.isTTY) return { add() {}, giveWay() {}, stop() {} };
	const began = now();
	const speed = measureSpeed();
	let free = true;
	let shown = false;
	let cancel = after(everyMs, tick);

	function tick(): void {
		if (free) {
			const parts = [`${((now() - began) / 1000).toFixed(1)} s`, speed.text(now())];
			stderr.write(`${clear}${parts.filter(Boolean).join("  ")}`);
			shown = true;
		}
		cancel = after(everyMs, tick);
	}

	function hide(): void {
		if (shown) stderr.write(clear);
		shown = false;
	}

	return {
		add: (event) => speed.add(event, now()),
		giveWay(text) {
			hide();
			if (text !== "") free = text.endsWith("\n");
		},
		stop() {
			cancel();
			hide();
		},
	};
}
