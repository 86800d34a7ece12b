import type { ToolCall } from "../message/content.ts";
import type { ModelError } from "../message/model-error.ts";
import { type FinishReasons, finishMeaning } from "./finish-reason.ts";
import { parseArguments } from "./parse-arguments.ts";
import type { ProviderChunk } from "./provider-chunk.ts";

export type Finish = Extract<ProviderChunk, { type: "finish" }>;

/** How a reply ended, before the terminal event is made of it. */
export type Outcome = { reason: "stop" | "length" | "toolUse" } | { error: ModelError };

/**
 * What a reply amounts to, by its finish and its calls: `length` never licenses a call, a plain stop with a whole call is
 * `toolUse`, and a word for tool calls without one is an error.
 * @param extra further finish reasons of a server
 */
export function outcomeOf(
	finish: Finish | undefined,
	calls: readonly ToolCall[],
	extra: FinishReasons | undefined,
	deviate: (name: string) => void,
): Outcome {
	const truncated = failed("stream_truncated", "The stream ended without a finish reason", true);
	if (!finish) return truncated;
	const word = finish.raw ?? finish.reason;
	const meaning = finishMeaning(finish.reason, extra);
	if (!meaning) return failed("protocol", `Unknown finish reason ${JSON.stringify(word)}`);
	if (meaning === "content_filter") return failed(meaning, `The provider stopped the reply: ${word}`);
	if (meaning === "server") return failed(meaning, `The provider failed: ${word}`, true);
	if (meaning === "length") return { reason: meaning };
	const nameless = calls.findIndex((call) => call.name === "");
	if (nameless >= 0) return failed("protocol", `Invalid provider chunk: tool call ${nameless} has no name`);
	const complete = calls.filter((call) => "arguments" in parseArguments(call)).length;
	if (finish.inferred && complete < calls.length) return truncated;
	if (calls.length === 0) {
		if (meaning === "stop") return { reason: meaning };
		return failed("malformed_output", `The finish reason is ${word}, but there is no tool call`, true);
	}
	if (meaning === "stop") {
		if (complete === 0) {
			return failed(
				"malformed_output",
				`The finish reason is ${word}, but the tool call is incomplete`,
				true,
			);
		}
		if (!finish.inferred) deviate("stop-with-tool-calls");
	}
	return { reason: "toolUse" };
}

function failed(kind: ModelError["kind"], message: string, retryable = false): Outcome {
	return { error: { kind, message, retryable } };
}
