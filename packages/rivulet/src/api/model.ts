import type { AgentContext } from "../message/context.ts";
import type { Deviation } from "../message/deviation.ts";
import type { AssistantMessageEventStream } from "../stream/assistant-stream.ts";
import type { StreamOptions } from "./options.ts";

/** Kinds of content that a model takes. */
export type InputKind = "text" | "image" | "file";

/** Facts about a model. What is absent is unknown. */
export interface ModelInfo {
	/** The wire protocol, for example `openai-completions`. */
	api: string;
	provider: string;
	id: string;
	input: InputKind[];
	/** It can think before it answers. */
	reasoning?: boolean;
	/** Tokens that prompt and reply may have together. */
	contextWindow?: number;
	/** Tokens that a reply may have. */
	maxOutput?: number;
}

/** What became of a context and options on the way to the wire. */
export interface RequestReport {
	/** One phrase per kind of change, for example `moved 1 image`. */
	changes: string[];
	/** Options that this API or server can't take. */
	deviations: Deviation[];
}

export interface ModelRequest {
	url: string;
	/** Redacted. */
	headers: Record<string, string>;
	body: unknown;
	report: RequestReport;
}

export interface Model {
	readonly info: ModelInfo;
	/**
	 * Makes one call. Returns at once and never throws: whatever goes wrong is the terminal event, and `result()` always
	 * resolves.
	 */
	stream(context: AgentContext, options?: StreamOptions): AssistantMessageEventStream;
	/**
	 * The request that {@link stream} would send, without sending it.
	 * @throws {RequestError} where `stream` would end with `invalid_request`
	 */
	request(context: AgentContext, options?: StreamOptions): ModelRequest;
}
