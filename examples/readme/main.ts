import { userMessage } from "rivulet";
import { openAICompletions } from "rivulet/openai-completions";
import { startScriptedServer } from "rivulet/testing/server";

const server = await startScriptedServer({ replies: [{ content: "Hello over a real socket." }] });
const model = openAICompletions({ model: "demo", baseUrl: server.url });
const stream = model.stream({ messages: [userMessage("Say hello")] });
for await (const event of stream) {
	if (event.type === "text_delta") process.stdout.write(`[${event.delta}]`);
}
const { stopReason, timing } = await stream.result();
console.log(`\n${stopReason} after ${timing?.attempts} attempt`);
await server.close();
