/**
 * A test double with the interface of a real model: one instance answers two conversations, turn by turn.
 *
 * It keeps a snapshot of each request. What is done to a context later doesn't show in it, so a test can say what the
 * model saw at that moment.
 */

import { type AgentContext, assistantMessage, essentialEvents, textOf, userMessage } from "rivulet";
import { ScriptedModel } from "rivulet/testing";

const model = new ScriptedModel([assistantMessage("Good morning."), assistantMessage("Good night.")]);

const morning: AgentContext = { systemPrompt: "Be brief.", messages: [userMessage("It is seven.")] };
const night: AgentContext = { messages: [userMessage("It is late."), userMessage("Very late.")] };

for (const context of [morning, night]) {
	const stream = model.stream(context);
	const types: string[] = [];
	// Of all events those that a plain consumer needs; text_start and text_end are left out.
	for await (const event of essentialEvents(stream)) types.push(event.type);
	const reply = await stream.result();
	console.log(`${types.join(" → ")}: ${textOf(reply)}`);
	context.messages.push(reply);
}

morning.systemPrompt = "Be loud.";

for (const [turn, { context }] of model.requests.entries()) {
	const seen = context.messages.map((message) => `${message.role}: ${textOf(message)}`);
	console.log(`\nRequest ${turn + 1}: ${context.systemPrompt ?? "(no system prompt)"}`);
	console.log(seen.map((line) => `  ${line}`).join("\n"));
}

console.log(`\nMessages by now: ${morning.messages.length} and ${night.messages.length}`);
console.log(`Turns left: ${model.remaining}`);
