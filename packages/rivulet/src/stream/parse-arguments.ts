import type { ToolCall } from "../message/content.ts";

/** What the text of a call that has ended amounts to: its arguments, or why it has none. */
export function parseArguments({
	rawArguments = "",
	format,
}: ToolCall): { arguments: unknown } | { argumentsError: string } {
	if (format === "text") return { arguments: rawArguments };
	// OpenAI and others send no text at all for a tool without arguments.
	if (rawArguments.trim() === "") return { arguments: {} };
	try {
		const value: unknown = JSON.parse(rawArguments);
		if (typeof value === "object" && value !== null && !Array.isArray(value)) return { arguments: value };
		return { argumentsError: "The arguments must be a JSON object" };
	} catch (error) {
		return { argumentsError: `The arguments are not complete, valid JSON: ${(error as Error).message}` };
	}
}
