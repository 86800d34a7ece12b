/**
 * The blocks of a canonical message: plain JSON values, no classes. The order of an array is the order of the
 * facts.
 */

/**
 * What only its own provider understands (signatures, redacted data, encrypted reasoning, the wire field that a
 * thought came in), byte for byte. `v` is the version of the layout; the other members are documented per protocol
 * in `docs/protocols/`. It goes back only to the same api, provider and model.
 */
export type ProviderData = { v: 1; [member: string]: unknown };

/** A place that the model cites. `start` and `end` are UTF-16 offsets in the text of their own block. */
export interface Annotation {
	/** The provider's word for it, for example `url_citation`. */
	type: string;
	url?: string;
	title?: string;
	text?: string;
	start?: number;
	end?: number;
	providerData?: ProviderData;
}

export interface TextContent {
	type: "text";
	text: string;
	/** The model declined, and this is its own wording (OpenAI's `refusal`). */
	refusal?: true;
	annotations?: Annotation[];
	providerData?: ProviderData;
}

export interface ThinkingContent {
	type: "thinking";
	thinking: string;
	/** The provider keeps the thought back; `providerData` holds its sealed form. */
	redacted?: true;
	providerData?: ProviderData;
}

/** An image: base64 text in `data`, or an address in `url`. */
export interface ImageContent {
	type: "image";
	data?: string;
	url?: string;
	mimeType: string;
	providerData?: ProviderData;
}

/** A document: base64 text in `data`, or an address in `url`. */
export interface FileContent {
	type: "file";
	data?: string;
	url?: string;
	mimeType: string;
	name?: string;
}

/**
 * A call that the caller has to run.
 *
 * `arguments` is `{}` until the call has ended and its text has been parsed strictly. A call that was cut or is
 * malformed keeps `arguments: {}`, says why in `argumentsError`, yields no `toolcall_end`, and must never be run.
 */
export interface ToolCall {
	type: "toolCall";
	/** `""` in partials until known. */
	id: string;
	/** `""` in partials until known. */
	name: string;
	arguments: unknown;
	/** The provider's exact text; where the wire has an object, its compact JSON. */
	rawArguments?: string;
	argumentsError?: string;
	/** `"text"` marks a free-text tool, whose `arguments` is the string itself. Default `"json"`. */
	format?: "json" | "text";
	providerData?: ProviderData;
}

/** A call that the provider runs by itself (web search, code execution); the loop never runs it. */
export interface ServerTool {
	type: "serverTool";
	id: string;
	name: string;
	arguments: unknown;
	/** A built-in tool of the provider that the caller runs all the same (shell, apply_patch). */
	clientRun?: true;
	providerData?: ProviderData;
}

/** What a {@link ServerTool} gave, as a block of its own where it stood. */
export interface ServerToolResult {
	type: "serverToolResult";
	id: string;
	content: unknown;
	providerData?: ProviderData;
}

/** A block that is not modelled. It is kept whole in `providerData` and replayed in place. */
export interface OpaqueContent {
	type: "opaque";
	kind: string;
	providerData: ProviderData;
}

export type UserContent = TextContent | ImageContent | FileContent;

export type AssistantContent =
	| TextContent
	| ThinkingContent
	| ImageContent
	| ToolCall
	| ServerTool
	| ServerToolResult
	| OpaqueContent;
