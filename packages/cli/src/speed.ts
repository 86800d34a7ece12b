import type { ModelEvent, Usage } from "rivulet";

/** A rough rule for Latin text. Estimates are marked as such. */
const charactersPerToken = 4;

/** Measures how fast a reply comes. */
export interface Speed {
	add(event: ModelEvent, now: number): void;
	/** Tokens per second with their unit, `~` before an estimate; empty while nothing can be said. */
	text(now: number): string;
}

export function measureSpeed(): Speed {
	let began: number | undefined;
	let characters = 0;
	let usage: Usage | undefined;
	return {
		add(event, now) {
			if ("delta" in event) {
				began ??= now;
				characters += event.delta.length;
			}
			if ("partial" in event) usage = event.partial.usage;
		},
		text(now) {
			if (began === undefined || now <= began) return "";
			return rate(tokensOf(usage, characters), now - began);
		},
	};
}

/** How many tokens a reply has: as reported, else by its characters. */
export function tokensOf(
	usage: Usage | undefined,
	characters: number,
): { tokens: number; estimated: boolean } {
	const { unreported } = usage ?? { unreported: true };
	const estimated = unreported === true || unreported?.includes("output") === true;
	return { tokens: estimated ? characters / charactersPerToken : (usage?.output ?? 0), estimated };
}

/** `~45 tokens/s` */
export function rate({ tokens, estimated }: ReturnType<typeof tokensOf>, ms: number): string {
	if (ms <= 0) return "";
	return `${estimated ? "~" : ""}${Math.round((tokens / ms) * 1000)} tokens/s`;
}
