import type { AssistantContent, ProviderData, UserContent } from "./content.ts";
import type { Deviation } from "./deviation.ts";
import type { ModelError } from "./model-error.ts";
import type { Usage } from "./usage.ts";

/**
 * How a reply ended. `toolUse` is the only one that licenses running its calls; `length` says that the reply is not
 * whole.
 */
export type StopReason = "stop" | "length" | "toolUse" | "error" | "aborted";

/** When things happened, in milliseconds. */
export interface Timing {
	/** Requests that were sent, hidden retries included. */
	attempts: number;
	/** From the start of the call to the response headers of the last attempt. */
	headersMs?: number;
	/** From the start of the call to the first event. */
	firstEventMs?: number;
	totalMs: number;
}

export interface UserMessage {
	role: "user";
	content: UserContent[];
	/** Milliseconds since 1970. */
	timestamp: number;
}

export interface AssistantMessage {
	role: "assistant";
	content: AssistantContent[];
	/** The wire protocol, for example `openai-completions`. */
	api?: string;
	provider: string;
	model: string;
	responseId?: string;
	/** The model that answered, by the provider's word; a router may have chosen another one than was asked for. */
	responseModel?: string;
	usage: Usage;
	stopReason: StopReason;
	/** The provider's own word for the end. */
	rawStopReason?: string;
	errorMessage?: string;
	error?: ModelError;
	/** The parsed and validated value, where a schema was asked for. */
	output?: unknown;
	deviations?: Deviation[];
	timing?: Timing;
	/** Stands on partials alone; a final message never has it. */
	incomplete?: true;
	providerData?: ProviderData;
	/** Milliseconds since 1970. */
	timestamp: number;
}

export interface ToolResultMessage<D = unknown> {
	role: "toolResult";
	toolCallId: string;
	toolName: string;
	content: UserContent[];
	/** For the application alone; never sent to a model. */
	details?: D;
	isError: boolean;
	/** Milliseconds since 1970. */
	timestamp: number;
}

/** What a model may see. */
export type Message = UserMessage | AssistantMessage | ToolResultMessage;

/** Extend it by declaration merging with the application's own kinds of message, each with a `role` of its own. */
// biome-ignore lint/suspicious/noEmptyInterface: applications add members by declaration merging
export interface CustomMessages {}

/** What an agent keeps: the three roles and the application's own. */
export type AgentMessage = Message | CustomMessages[keyof CustomMessages];
