import type { AssistantMessage } from "rivulet";
import type { Ending } from "./ending.ts";
import { errorLines } from "./error-lines.ts";
import { painter } from "./style.ts";
import type { Terminal } from "./terminal.ts";
import { visible } from "./visible.ts";

/** Says on stderr what was not as it should be about the end of a call; nothing where all went well. */
export function reportEnd(
	message: AssistantMessage,
	{ stderr, env }: Terminal,
	ending: Ending,
	color: boolean,
): void {
	// Who closed the output does not want to hear about it.
	if (ending.outputError) return;
	const lines = endLines(message);
	const paint = painter(stderr, env, color);
	for (const [index, line] of lines.entries()) stderr.write(`${index === 0 ? paint("red", line) : line}\n`);
}

function endLines({
	stopReason,
	rawStopReason,
	error,
	errorMessage = "",
	content,
}: AssistantMessage): string[] {
	switch (stopReason) {
		case "stop":
			return [];
		case "length":
			return [`rivulet: the reply is not whole: the provider cut it (${visible(rawStopReason ?? "length")})`];
		case "toolUse": {
			const names = content.flatMap((block) => (block.type === "toolCall" ? [visible(block.name)] : []));
			return [`rivulet: the reply asks for a tool that was not run: ${names.join(", ")}`];
		}
		default:
			return errorLines(error ?? { kind: "internal", message: errorMessage, retryable: false });
	}
}
