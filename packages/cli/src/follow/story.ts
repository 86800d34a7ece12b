import type { RecordedRequest, ScriptedReply, ScriptedServer } from "rivulet/testing/server";
import { firstHeading } from "./first-heading.ts";

/** What the scripted server is asked where nothing else is given. */
export const storyPrompt = "read README.md and tell me the project's name";

/** The scripted server wants a key, so that there is one to be seen redacted. */
export const storyKey = "scripted-demo-key";

/** Starts a provider on the loopback address that plays the story, whatever it is asked. */
export async function startStory(): Promise<ScriptedServer> {
	// Loaded here, since a call to a real server has no use for it.
	const { startScriptedServer } = await import("rivulet/testing/server");
	return startScriptedServer({ replies: storyReply, key: storyKey });
}

/** First it asks for the file; then it answers from what it was sent, and from nothing else. */
export function storyReply({ body }: Pick<RecordedRequest, "body">): ScriptedReply {
	const { messages } = body as { messages: { role: string; content: unknown }[] };
	const last = messages.at(-1);
	if (last?.role !== "tool") {
		return {
			content: [
				{ type: "thinking", thinking: "The name will be in the file, so I have to read it." },
				{ type: "toolCall", id: "call_read_1", name: "read", arguments: { path: "README.md" } },
			],
		};
	}
	return { content: answerFrom(String(last.content)) };
}

function answerFrom(result: string): string {
	const name = firstHeading(result);
	if (name !== undefined) return `The project's name is ${name}.`;
	if (result.startsWith("Error: ")) return `I can't tell: README.md could not be read (${result.slice(7)}).`;
	return "I can't tell: README.md has no heading.";
}
