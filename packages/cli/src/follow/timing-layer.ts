import type { AssistantMessage } from "rivulet";
import { rate, tokensOf } from "../speed.ts";
import type { Line } from "./line.ts";
import { milliseconds } from "./time.ts";

/** Layer 8: when things happened. The speed is that of the reply itself, from its first event to its end. */
export function timingLayer(message: AssistantMessage): Line[] {
	const { timing, usage } = message;
	if (!timing) return ["unknown"];
	const { attempts, headersMs, firstEventMs, totalMs } = timing;
	const time = (ms: number | undefined) => (ms === undefined ? "never" : milliseconds(ms));
	const tokens = tokensOf(usage, charactersOf(message));
	const speed = firstEventMs === undefined ? "" : rate(tokens, totalMs - firstEventMs);
	return [
		`attempts    ${attempts}`,
		`headers     ${time(headersMs)}`,
		`first event ${time(firstEventMs)}`,
		`total       ${time(totalMs)}`,
		`speed       ${speed || "too short to say"}`,
	];
}

function charactersOf({ content }: AssistantMessage): number {
	let count = 0;
	for (const block of content) {
		if (block.type === "text") count += block.text.length;
		if (block.type === "thinking") count += block.thinking.length;
		if (block.type === "toolCall") count += block.rawArguments?.length ?? 0;
	}
	return count;
}
