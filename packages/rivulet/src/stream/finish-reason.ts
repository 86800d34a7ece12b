import type { StopReason } from "../message/message.ts";
import type { ErrorKind } from "../message/model-error.ts";

/** What a provider's word for the end means: one of our stop reasons, or a kind of error. */
export type FinishMeaning = "stop" | "length" | "toolUse" | Extract<ErrorKind, "content_filter" | "server">;

const words: { [meaning in FinishMeaning]: string } = {
	stop: "stop end_turn eos",
	// `pause_turn` is not whole: sent back, it goes on. Anthropic's word for a full window is a length too.
	length: "length model_length max_tokens model_context_window_exceeded pause_turn",
	toolUse: "tool_calls function_call tool_use tooluse",
	content_filter: "content_filter sensitive safety recitation blocklist prohibited_content spii",
	// Z.ai: `network_error` says that inference failed.
	server: "error network_error",
};

const meanings = new Map<string, FinishMeaning>();
for (const [meaning, list] of Object.entries(words)) {
	for (const word of list.split(" ")) meanings.set(word, meaning as FinishMeaning);
}

/** Further words of a server, by what they mean. */
export type FinishReasons = { [word: string]: StopReason };

/**
 * Reads a finish reason; letter case is ignored. `extra` holds further words of a server and is asked first.
 * `undefined` is a word that nobody knows.
 */
export function finishMeaning(word: string, extra?: FinishReasons): FinishMeaning | undefined {
	const own = extra && Object.hasOwn(extra, word) ? extra[word] : undefined;
	if (own === "error" || own === "aborted") return "server";
	return own ?? meanings.get(word.toLowerCase());
}
