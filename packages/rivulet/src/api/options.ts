import type { JsonSchema } from "../message/context.ts";
import type { RetryPolicy, Timeouts } from "../wire/types.ts";

/** How hard to think: a level, or a budget in tokens. */
export type Thinking = "off" | "minimal" | "low" | "medium" | "high" | "max" | number;

/** The part of Standard Schema that is needed here (https://standardschema.dev); any validator that has it will do. */
export interface StandardSchema {
	readonly "~standard": {
		readonly version: 1;
		readonly vendor: string;
		readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
		readonly jsonSchema?: { input(options: { target: string }): JsonSchema };
	};
}

export type StandardResult =
	| { readonly value: unknown; readonly issues?: undefined }
	| {
			readonly issues: ReadonlyArray<{
				readonly message: string;
				readonly path?: ReadonlyArray<unknown> | undefined;
			}>;
	  };

/**
 * What a call may ask for, the same for every provider. What an API can't do is a deviation or a clear error, never
 * a silent drop. Absent always means the provider's default.
 */
export interface StreamOptions {
	/** Ends the request; the reply is then `aborted` and keeps what came. */
	signal?: AbortSignal;
	temperature?: number;
	topP?: number;
	topK?: number;
	frequencyPenalty?: number;
	presencePenalty?: number;
	/** The most tokens to generate, thinking included. */
	maxTokens?: number;
	stopSequences?: string[];
	seed?: number;
	thinking?: Thinking;
	/** A name forces that tool; `{ name }` does so for one that is called like a word of the three. */
	toolChoice?: "auto" | "none" | "required" | (string & {}) | { name: string };
	parallelToolCalls?: boolean;
	/** A schema: the message then has `output`, parsed and validated, else it is an error `malformed_output`. */
	output?: StandardSchema | JsonSchema;
	/** How long the provider may keep the prompt in its cache. */
	cache?: "none" | "short" | "long";
	/** Names the conversation, for cache routing. */
	sessionId?: string;
	serviceTier?: string;
	metadata?: { [key: string]: string };
	/** `null` deletes a header that would be sent. */
	headers?: { [name: string]: string | null };
	timeouts?: Timeouts;
	retry?: RetryPolicy;
	/** Send a last assistant message as text to be continued. */
	continuePartial?: boolean;
	/** Merged deeply into the body, last; lists of tools are joined. */
	extraBody?: { [member: string]: unknown };
	/** Sees each request, redacted, before it is sent. */
	onRequest?: (request: {
		url: string;
		headers: Record<string, string>;
		body: unknown;
		attempt: number;
	}) => void;
	/** Sees the status and headers of each response. */
	onResponse?: (response: { status: number; headers: Record<string, string>; attempt: number }) => void;
}
