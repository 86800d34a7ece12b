import { isCount, type UsageReport } from "../../message/usage.ts";

type Json = { [member: string]: unknown };

/** Counts, and the members that servers give them in. Of several that are there, the last counts. */
const places: [count: string, member: string, detail?: string][] = [
	["input", "input_tokens"],
	["input", "prompt_tokens"],
	["output", "output_tokens"],
	["output", "completion_tokens"],
	["totalTokens", "total_tokens"],
	// Anthropic behind a gateway, Kimi, DeepSeek, OpenAI.
	["cacheRead", "cache_read_input_tokens"],
	["cacheRead", "cached_tokens"],
	["cacheRead", "prompt_cache_hit_tokens"],
	["cacheRead", "prompt_tokens_details", "cached_tokens"],
	// Anthropic behind a gateway, OpenRouter.
	["cacheWrite", "cache_creation_input_tokens"],
	["cacheWrite", "prompt_tokens_details", "cache_write_tokens"],
	["reasoning", "reasoning_tokens"],
	["reasoning", "completion_tokens_details", "reasoning_tokens"],
];

/**
 * Usage as Chat Completions servers report it, made canonical: `input` without cached tokens, `reasoning` inside
 * `output`. Reports are merged on the wire's own members first, a later non-null value winning, since a later report
 * may bring the cached part of a prompt that an earlier one gave.
 *
 * @returns takes the reports of one reply as they come, and gives the whole usage so far
 */
export function usageReader(deviate: (name: string) => void): (usage: Json) => UsageReport {
	/** The latest value in each place. */
	const known: unknown[] = [];
	return (usage) => {
		const report: Json = {};
		places.forEach(([count, member, detail], place) => {
			const value = usage[member];
			known[place] = (detail ? (value as Json | null | undefined)?.[detail] : value) ?? known[place];
			report[count] = known[place] ?? report[count];
		});
		const { input, output, reasoning } = report;
		if (isCount(input)) {
			const cached = count(report.cacheRead) + count(report.cacheWrite);
			// A prompt smaller than its cached part does not include it.
			if (cached > input) deviate("usage-cache-outside-prompt");
			else report.input = input - cached;
			// Some servers (xAI) leave the thinking out of their output, and show it by their total alone.
			if (isCount(output) && isCount(reasoning) && report.totalTokens === input + output + reasoning) {
				report.output = output + reasoning;
			}
		}
		return report as UsageReport;
	};
}

function count(value: unknown): number {
	return isCount(value) ? value : 0;
}
