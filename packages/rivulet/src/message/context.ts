import type { Message } from "./message.ts";

/** A JSON Schema, as plain JSON. */
export type JsonSchema = { [keyword: string]: unknown };

export interface ToolDefinition {
	name: string;
	description: string;
	parameters: JsonSchema;
	/** Ask the provider to hold the model to the schema. */
	strict?: boolean;
	/** `"text"` asks for a free-text tool. Default `"json"`. */
	format?: "json" | "text";
}

/** All that one call sends to a model. */
export interface AgentContext {
	systemPrompt?: string;
	messages: Message[];
	tools?: ToolDefinition[];
	/** Tools that the provider runs by itself, in its own wire form. */
	providerTools?: unknown[];
}
