import type { AssistantContent, AssistantMessage, ModelEvent } from "rivulet";
import { cut, cutStart, pad } from "../display-width.ts";
import { visible } from "../visible.ts";

const deltaColumns = 24;
const viewColumns = 31;

/** Layer 5: one event: number, type, `contentIndex`, what it brings, and the message that has grown by it. */
export function eventLine(number: number, event: ModelEvent, redact = (text: string) => text): string {
	const index = "contentIndex" in event ? event.contentIndex : "";
	const brought = cut(visible(redact(news(event))), deltaColumns);
	const [view, keep] = viewOf(event);
	const shown = (keep === "end" ? cutStart : cut)(visible(redact(view)), viewColumns);
	return `${`${number}`.padStart(4)} ${event.type.padEnd(15)}${`${index}`.padStart(2)} ${pad(brought, deltaColumns)}  ${shown}`;
}

function news(event: ModelEvent): string {
	switch (event.type) {
		case "text_delta":
		case "thinking_delta":
		case "toolcall_delta":
			return JSON.stringify(event.delta);
		case "text_end":
		case "thinking_end":
			return JSON.stringify(event.content);
		case "toolcall_end":
			return event.toolCall.id;
		case "block_start":
		case "block_end":
			return event.block.type;
		case "done":
		case "error":
			return event.reason;
		default:
			return "";
	}
}

type View = [text: string, keep: "start" | "end"];

function viewOf(event: ModelEvent): View {
	if (event.type === "done") return [summary(event.message), "start"];
	if (event.type === "error") return [event.error.errorMessage ?? "", "start"];
	if (event.type === "start") return [summary(event.partial), "start"];
	const block = event.partial.content[event.contentIndex];
	return block ? blockView(block, event) : ["", "start"];
}

function summary({ content, usage }: AssistantMessage): string {
	const blocks = `${content.length} ${content.length === 1 ? "block" : "blocks"}`;
	return usage.unreported === true ? blocks : `${blocks}, ${usage.input} + ${usage.output} tokens`;
}

/** What is new in a text is its end; a call shows its arguments as far as they have come. */
function blockView(block: AssistantContent, event: ModelEvent): View {
	if (block.type === "text") return [JSON.stringify(block.text), "end"];
	if (block.type === "thinking") return [JSON.stringify(block.thinking), "end"];
	if (block.type !== "toolCall") return [block.type, "start"];
	const known =
		event.type === "toolcall_end" ? block.arguments : "preview" in event ? event.preview : undefined;
	return [`${block.name} ${JSON.stringify(known) ?? ""}`, "start"];
}
