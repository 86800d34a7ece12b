import type { StopReason } from "../message/message.ts";
import type { ErrorKind } from "../message/model-error.ts";

/** A reply as a bad (or unusual) server sends it, and the state in which it must end. */
export interface BadStream {
	name: string;
	/** What the server did, in one line. */
	input: string;
	/** How the reply ends, in one line. */
	outcome: string;
	body: string;
	/** Default 200. */
	status?: number;
	/** Default `text/event-stream`. */
	contentType?: string;
	/** What follows the body. Default: its end. `cut`: the socket is destroyed. `hang`: nothing, and it stays open. */
	after?: "cut" | "hang";
	/** What the caller does, or which clock runs out, while the body hangs. */
	during?: "abort" | "idle" | "firstEvent";
	/** The server is known not to send a finish reason. */
	finishReason?: "optional";
	expect: Outcome;
}

export interface Outcome {
	stop: StopReason;
	/** Asserted where given. */
	raw?: string;
	content: readonly OutcomeBlock[];
	/** Input, output, total; without it the usage is unreported. */
	usage?: readonly [number, number, number];
	error?: Readonly<OutcomeError>;
	/** The names of all deviations; none where absent. */
	deviations?: readonly string[];
	/** The record, from 1, in which the deviation was first seen. Asserted where given. */
	record?: number;
}

/** Members that are absent are not asserted. */
export interface OutcomeError {
	kind: ErrorKind;
	retryable?: boolean;
	status?: number;
	/** The whole message. */
	message?: string;
	/** What the message must have in it, letter case aside. */
	says?: readonly string[];
	/** The most characters that the message may have. */
	atMost?: number;
}

/** `id` "" means one that was made up: not empty. A call without `value` is a cut one. */
export type OutcomeBlock =
	| { text: string }
	| { thinking: string }
	| { id: string; name: string; raw: string; value?: unknown };

const envelope = { id: "cc-1", object: "chat.completion.chunk", created: 1, model: "m" };

/** One record of server-sent events. */
export function record(payload: unknown): string {
	return `data: ${typeof payload === "string" ? payload : JSON.stringify(payload)}\n\n`;
}

/** A chunk with these choices, and with `more` members beside them. */
export function chunk(choices: unknown[], more: object = {}): string {
	return record({ ...envelope, choices, ...more });
}

/** A chunk of choice 0. */
export function delta(value: unknown, finish: string | null = null, more: object = {}): string {
	return chunk([{ index: 0, delta: value, finish_reason: finish }], more);
}

/** A chunk of text. */
export function says(content: string, more: object = {}): string {
	return delta({ content }, null, more);
}

/** The last chunk of choice 0. */
export function finish(reason: string, more: object = {}): string {
	return delta({}, reason, more);
}

/** What one entry of `tool_calls` has; what is left out is not sent. */
export interface CallPiece {
	index?: number;
	id?: string;
	name?: string;
	args?: unknown;
}

/** A chunk of call fragments. */
export function calls(...pieces: CallPiece[]): string {
	const entries = pieces.map(({ index, id, name, args }) => ({
		...(index === undefined ? {} : { index }),
		...(id === undefined ? {} : { id }),
		type: "function",
		function: { ...(name === undefined ? {} : { name }), ...(args === undefined ? {} : { arguments: args }) },
	}));
	return delta({ tool_calls: entries });
}

/** The first chunk of OpenAI: a role and no text. */
export const role = delta({ role: "assistant", content: "" });

/** The member `usage` of a chunk. */
export function usageOf(prompt: number, completion: number): object {
	return {
		usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
	};
}

/** The chunk of usage, without a choice. */
export const usage = chunk([], usageOf(10, 5));
export const usageRead: [number, number, number] = [10, 5, 15];

export const doneMarker = record("[DONE]");

/** A reply as documented. */
export const good = role + says("Hello ") + says("world") + finish("stop") + usage + doneMarker;
export const goodOutcome: Outcome = {
	stop: "stop",
	raw: "stop",
	content: [{ text: "Hello world" }],
	usage: usageRead,
};

/** The content of a reply that is the text "Hello". */
export const justHello: OutcomeBlock[] = [{ text: "Hello" }];
