import type { AssistantMessage, ErrorKind } from "rivulet";

/** Exit codes of calls that ended without an error, and of what is no call at all. */
export const exitCodes = {
	/** The reply is whole. */
	stop: 0,
	/** Wrong usage: no call was made. */
	usage: 2,
	/** The provider cut the reply, at a token limit most of the time. */
	length: 3,
	/** Ctrl-C, or the reader of the output left. What came so far was written. */
	aborted: 4,
	/** The model asks for a tool that this command does not run, or for more turns than it takes. */
	toolUse: 5,
	/** A second Ctrl-C. */
	interrupted: 130,
} as const;

/** Exit codes of calls that failed, one for each kind of error. They never change: scripts rely on them. */
export const errorExitCodes: Readonly<Record<ErrorKind, number>> = {
	rate_limit: 10,
	quota: 11,
	auth: 12,
	permission: 13,
	not_found: 14,
	invalid_request: 15,
	overflow: 16,
	overloaded: 17,
	server: 18,
	network: 19,
	timeout: 20,
	stream_truncated: 21,
	protocol: 22,
	content_filter: 23,
	malformed_output: 24,
	internal: 25,
	aborted: exitCodes.aborted,
};

/** The exit code for the message that a call ended with. */
export function exitCodeOf({ stopReason, error }: Pick<AssistantMessage, "stopReason" | "error">): number {
	return stopReason === "error" ? errorExitCodes[error?.kind ?? "internal"] : exitCodes[stopReason];
}

/** The table of exit codes for `--help`, at most 80 columns wide. */
export function exitCodeHelp(): string {
	const kinds = Object.entries(errorExitCodes).filter(([kind]) => kind !== "aborted");
	const cells = kinds.map(([kind, code]) => `${code} ${kind}`.padEnd(24));
	const rows = Array.from({ length: Math.ceil(cells.length / 3) }, (_, row) =>
		cells
			.slice(row * 3, row * 3 + 3)
			.join("")
			.trimEnd(),
	);
	return [
		"Exit codes:",
		"  0 the reply is whole",
		"  2 wrong usage, no call was made",
		"  3 the reply is not whole: the provider cut it",
		"  4 aborted by Ctrl-C (130 by a second one), or the reader of the output left",
		"  5 the model asks for a tool that is not run here",
		"  and one for each kind of error:",
		...rows.map((row) => `  ${row}`),
	].join("\n");
}
