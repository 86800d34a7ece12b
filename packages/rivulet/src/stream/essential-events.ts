import type { ModelEvent } from "./model-event.ts";

const essential = new Set(["start", "text_delta", "toolcall_delta", "toolcall_end", "done", "error"]);

/** The events that a plain consumer needs: `start`, `text_delta`, `toolcall_delta`, `toolcall_end`, `done`, `error`. */
export async function* essentialEvents(stream: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent, void> {
	for await (const event of stream) if (essential.has(event.type)) yield event;
}
