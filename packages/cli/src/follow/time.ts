import { grouped } from "../display-width.ts";

/** A time or duration in milliseconds: `12 ms`. The clock of a call has no finer steps. */
export function milliseconds(ms: number): string {
	return `${grouped(Math.round(ms))} ms`;
}
