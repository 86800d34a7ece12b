import { InvalidArgumentError } from "commander";
import type { Thinking } from "rivulet";

/** The longest time that a timer of JavaScript can wait is 2^31 - 1 ms; a longer one would ring at once. */
const maxSeconds = 2_147_483;
const levels = ["off", "minimal", "low", "medium", "high", "max"] as const;

/** A whole number of 1 or more. */
export function positive(text: string): number {
	const value = whole(text);
	if (!value) throw new InvalidArgumentError("It must be a whole number of 1 or more.");
	return value;
}

/** A whole number of 0 or more. */
export function count(text: string): number {
	const value = whole(text);
	if (value === undefined) throw new InvalidArgumentError("It must be a whole number of 0 or more.");
	return value;
}

/** Seconds, whole or not, as milliseconds. */
export function seconds(text: string): number {
	const value = /^\d*\.?\d+$/.test(text) ? Number(text) : 0;
	if (value <= 0 || value > maxSeconds) {
		throw new InvalidArgumentError(`It must be a number of seconds above 0 and up to ${maxSeconds}.`);
	}
	return Math.max(1, Math.round(value * 1000));
}

/** A level of thinking, or a budget in tokens. */
export function thinking(text: string): Thinking {
	const level = levels.find((level) => level === text) ?? whole(text);
	if (level === undefined) {
		throw new InvalidArgumentError(`It must be one of ${levels.join(", ")}, or a number of tokens.`);
	}
	return level;
}

/** For an option that may be given several times. */
export function collect(value: string, list: readonly string[] = []): string[] {
	return [...list, value];
}

function whole(text: string): number | undefined {
	return /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
}
