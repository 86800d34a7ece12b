import type { AssistantContent, ToolCall } from "../message/content.ts";
import type { AssistantMessage } from "../message/message.ts";

/** The message so far. It never changes once handed out; partials share their unchanged parts. */
interface Partial {
	partial: AssistantMessage;
}

interface InBlock extends Partial {
	/** The place of the block in `partial.content`. */
	contentIndex: number;
}

type Block = Exclude<AssistantContent, { type: "text" | "thinking" | "toolCall" }>;

/** All events but the terminal one. */
export type ProgressEvent =
	| ({ type: "start" } & Partial)
	| ({ type: "text_start" } & InBlock)
	| ({ type: "text_delta"; delta: string } & InBlock)
	| ({ type: "text_end"; content: string } & InBlock)
	| ({ type: "thinking_start" } & InBlock)
	| ({ type: "thinking_delta"; delta: string } & InBlock)
	| ({ type: "thinking_end"; content: string } & InBlock)
	| ({ type: "toolcall_start" } & InBlock)
	| ({
			type: "toolcall_delta";
			delta: string;
			/**
			 * The arguments as far as they have come, for display alone: unfinished, unchecked, never to be run. Lazy and
			 * not enumerable; `undefined` until the text has a value.
			 */
			readonly preview: unknown;
	  } & InBlock)
	| ({ type: "toolcall_end"; toolCall: ToolCall } & InBlock)
	| ({ type: "block_start"; block: Block } & InBlock)
	| ({ type: "block_end"; block: Block } & InBlock);

/** Exactly one of these ends every stream, and its message is what `result()` gives. */
export type TerminalEvent =
	| { type: "done"; reason: "stop" | "length" | "toolUse"; message: AssistantMessage }
	| { type: "error"; reason: "error" | "aborted"; error: AssistantMessage };

export type ModelEvent = ProgressEvent | TerminalEvent;
