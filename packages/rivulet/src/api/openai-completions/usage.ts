import { isCount, type UsageReport } from "../../message/usage.ts";

type Json = { [member: string]: unknown };

/** A count, and the members that servers give it in; the last that is there is the one that counts. */
const spellings = [
	"input input_tokens prompt_tokens",
	"output output_tokens completion_tokens",
	"totalTokens total_tokens",
	// Anthropic behind a gateway, Kimi, DeepSeek, OpenAI.
	"cacheRead cache_read_input_tokens cached_tokens prompt_cache_hit_tokens prompt_tokens_details.cached_tokens",
	// Anthropic behind a gateway, OpenRouter.
	"cacheWrite cache_creation_input_tokens prompt_tokens_details.cache_write_tokens",
	"reasoning reasoning_tokens completion_tokens_details.reasoning_tokens",
];

/**
 * Usage as Chat Completions servers report it, made canonical: `input` without cached tokens, `reasoning` inside
 * `output`. Reports are merged on the wire's own members first, a later non-null value winning, since a later report
 * may bring the cached part of a prompt that an earlier one gave.
 *
 * @returns takes the reports of one reply as they come, and gives the whole usage so far
 */
export function usageReader(deviate: (name: string) => void): (usage: Json) => UsageReport {
	const known: Json = {};
	return (usage) => {
		const report: UsageReport = {};
		for (const row of spellings) {
			const [count, ...paths] = row.split(" ") as [keyof UsageReport, ...string[]];
			for (const path of paths) {
				const value = path
					.split(".")
					.reduce<unknown>((from, name) => (from as Json | null | undefined)?.[name], usage);
				known[path] = value ?? known[path];
				report[count] = (known[path] ?? report[count]) as undefined;
			}
		}
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
		return report;
	};
}

function count(value: unknown): number {
	return isCount(value) ? value : 0;
}
