/**
 * Token counts of one reply.
 *
 * `input` never includes cached tokens, and `reasoning` is a part of `output`. The three required members are 0 when
 * they are unknown; `unreported` then says so.
 */
export interface Usage {
	/** Prompt tokens that were neither read from nor written to a cache. */
	input: number;
	/** All generated tokens, thinking included. */
	output: number;
	/** The provider's own total where it gives one, else the sum of input, output and cache tokens. */
	totalTokens: number;
	cacheRead?: number;
	cacheWrite?: number;
	reasoning?: number;
	cost?: Cost;
	/** `true`: the provider reported nothing. A list: these members were not reported. */
	unreported?: true | string[];
}

/** Money in US dollars. */
export interface Cost {
	input: number;
	output: number;
	cacheRead: number;
	cacheWrite: number;
	total: number;
}

/** Counts as a provider reports them, not yet checked. `null` and absent both mean "no change". */
export type UsageReport = { [K in CountName]?: unknown } & { cost?: Cost };

const countNames = ["input", "output", "totalTokens", "cacheRead", "cacheWrite", "reasoning"] as const;
type CountName = (typeof countNames)[number];

/** A usage of which nothing is known yet. */
export function unknownUsage(): Usage {
	return { input: 0, output: 0, totalTokens: 0, unreported: true };
}

/** A usage that is known to be zero, for messages that no provider counted. */
export function zeroUsage(): Usage {
	return { input: 0, output: 0, totalTokens: 0 };
}

/** Counts are non-negative integers; anything else is not a count. */
export function isCount(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) >= 0;
}

/**
 * Merges a report into what was reported before, member by member: a later non-null value wins, and counts are never
 * added up. A member that is no count is dropped and named in `invalid`.
 */
export function mergeReports(
	known: UsageReport,
	report: UsageReport,
): { merged: UsageReport; invalid: string[] } {
	const merged: UsageReport = { ...known };
	const invalid: string[] = [];
	for (const name of countNames) {
		const value = report[name] ?? undefined;
		if (isCount(value)) merged[name] = value;
		else if (value !== undefined) invalid.push(name);
	}
	if (report.cost) merged.cost = report.cost;
	return { merged, invalid };
}

/** The usage that merged reports amount to. A total that no provider gave is the sum of its parts. */
export function usageOf(merged: UsageReport): Usage {
	const usage = { ...unknownUsage(), ...merged } as Usage;
	const missing = (["input", "output"] as const).filter((name) => merged[name] === undefined);
	const { totalTokens } = merged;
	if (totalTokens === undefined) {
		usage.totalTokens = usage.input + usage.output + (usage.cacheRead ?? 0) + (usage.cacheWrite ?? 0);
	}
	if (countNames.every((name) => merged[name] === undefined)) return usage;
	if (missing.length === 0) delete usage.unreported;
	else usage.unreported = totalTokens === undefined ? [...missing, "totalTokens"] : missing;
	return usage;
}
