/**
 * A tool round trip as an agent saves it: three messages that are plain JSON.
 *
 * The result finds its call by id. The context that goes to the model next is the three messages, so a conversation
 * that was written down and read again goes on as if nothing had happened.
 */

import { isDeepStrictEqual } from "node:util";
import {
	type AgentContext,
	assistantMessage,
	type ToolCall,
	type ToolResultMessage,
	text,
	textOf,
	userMessage,
} from "rivulet";

// The constructors take the time of now. Here it is fixed, so that the output is always the same.
const start = Date.UTC(2026, 0, 1);

const question = { ...userMessage("How warm is it in Graz?"), timestamp: start };

const call: ToolCall = { type: "toolCall", id: "call_1", name: "weather", arguments: { city: "Graz" } };
const reply = assistantMessage([text("I'll look."), text("One moment."), call], "toolUse", {
	timestamp: start + 1_000,
});

const result: ToolResultMessage<{ station: string }> = {
	role: "toolResult",
	toolCallId: call.id,
	toolName: call.name,
	content: [text("21 °C")],
	// For the application alone: it is saved, and never sent to a model.
	details: { station: "Graz-Thalerhof" },
	isError: false,
	timestamp: start + 2_000,
};

console.log("The text of each message:");
for (const message of [question, reply, result]) {
	console.log(`  ${message.role}: ${JSON.stringify(textOf(message))}`);
}

console.log(`\nThe result belongs to the call: ${call.id === result.toolCallId}`);

const next: AgentContext = { messages: [question, reply, result] };
const saved = JSON.stringify(next, null, 2);
console.log(`\nThe next context:\n${saved}`);

const loaded: AgentContext = JSON.parse(saved);
console.log(`\nSaved and loaded again it is equal: ${isDeepStrictEqual(loaded, next)}`);
