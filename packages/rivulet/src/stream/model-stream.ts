import type { AssistantMessage } from "../message/message.ts";
import type { ModelEvent } from "./model-event.ts";

/** What every model gives: events for any number of readers, and one message. */
export interface ModelStream extends AsyncIterable<ModelEvent> {
	/** The message of the terminal event, the same object. Never rejects. */
	result(): Promise<AssistantMessage>;
}
