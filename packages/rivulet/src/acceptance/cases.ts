import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One example of a case: its main one, or a variant. */
export interface Case {
	/** `area/id`, and the variant's name after a colon. */
	name: string;
	kind: "stream" | "request" | "http-error" | "behaviour";
	input: CaseInput;
	expect: Expectation;
	/** A second outcome that is as good, or words about it. */
	alsoAcceptable?: Partial<Expectation> | string;
}

/** The members depend on the kind; a scenario of kind behaviour is in words. */
export interface CaseInput {
	api: string;
	chunks?: string[];
	status?: number;
	headers?: Record<string, string>;
	body?: string;
	context?: unknown;
	model?: CaseModel;
	options?: { [name: string]: unknown };
}

export interface CaseModel {
	id: string;
	provider?: string;
	api?: string;
	baseUrl?: string;
	input?: ("text" | "image" | "file")[];
	reasoning?: boolean;
}

export interface Expectation {
	content?: { type: string; [member: string]: unknown }[] | null;
	stopReason?: string | string[];
	usage?: { [count: string]: number };
	error?: {
		kind?: string;
		retryable?: boolean;
		retryAfterMs?: number;
		messageIncludes?: string;
		messageNotIncludes?: string;
		messageMaxLength?: number;
	};
	properties?: string[];
	policy?: string;
	must?: string[];
	mustNot?: string[];
	checks?: Check[];
}

/** A condition on the request body: a path and one test. */
export interface Check {
	path: string;
	equals?: unknown;
	exists?: true;
	absent?: true;
	matches?: string;
	notContains?: string;
}

interface CaseFile extends Omit<Case, "name"> {
	id: string;
	area: string;
	variants?: Pick<Case, "name" | "input" | "expect" | "alsoAcceptable">[];
}

/** All examples in these areas, in the order of their files. */
export function loadCases(folder: string, areas: readonly string[]): Case[] {
	return areas.flatMap((area) =>
		readdirSync(join(folder, area))
			.filter((file) => file.endsWith(".json"))
			.sort()
			.flatMap((file) => examplesOf(JSON.parse(readFileSync(join(folder, area, file), "utf8")) as CaseFile)),
	);
}

function examplesOf({ id, area, variants = [], kind, ...main }: CaseFile): Case[] {
	const name = `${area}/${id}`;
	return [
		{ ...main, kind, name },
		...variants.map((variant) => ({ ...variant, kind, name: `${name}: ${variant.name}` })),
	];
}
