import type { ProviderChunk } from "rivulet";

/** Layer 4: one fact that was read from the wire. */
export function chunkLine(number: number, { type, ...members }: ProviderChunk, attempt: number): string {
	const again = attempt > 1 ? `(attempt ${attempt}) ` : "";
	return `${`${number}`.padStart(4)} ${type.padEnd(10)} ${again}${JSON.stringify(members)}`;
}
