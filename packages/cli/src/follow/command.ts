import { type Message, textOf, userMessage } from "rivulet";
import { grouped } from "../display-width.ts";
import type { Ending } from "../ending.ts";
import { exitCodeOf } from "../exit-codes.ts";
import { type CallConfig, callConfig, type ModelFlags, streamOptions } from "../model-options.ts";
import { startProgress } from "../progress.ts";
import { reportEnd } from "../report-end.ts";
import { painter } from "../style.ts";
import type { Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { showCall } from "./call-view.ts";
import { openPage, type Page } from "./page.ts";
import { readTool, runTool } from "./read-tool.ts";
import { startStory, storyKey, storyPrompt } from "./story.ts";

export interface FollowFlags extends ModelFlags {
	all?: boolean;
}

/** A model that goes on asking for the tool is left alone after so many calls. */
const maxTurns = 5;

/**
 * `rivulet follow`: shows each call of a small loop layer by layer. The loop has one tool, `read`. Without `--base-url`
 * it runs on a scripted server in this process, over a real socket.
 * @returns the exit code of the last call
 * @throws {UsageError}
 */
export async function followCommand(
	words: readonly string[],
	flags: FollowFlags,
	terminal: Terminal,
	ending: Ending,
): Promise<number> {
	const { env, stdout } = terminal;
	if (flags.baseUrl !== undefined) return loop(callConfig(flags, env));
	if (flags.apiKeyEnv !== undefined) throw new UsageError("option '--api-key-env' needs --base-url");
	const server = await startStory();
	try {
		const { model = "scripted-v1", provider = "scripted" } = flags;
		const config = { model, provider, baseUrl: server.url, apiKey: storyKey };
		return await loop(
			config,
			"On a scripted server in this process, which plays one story whatever it is asked",
		);
	} finally {
		await server.close();
	}

	async function loop(config: CallConfig, note?: string): Promise<number> {
		const redact = redaction(config);
		const page = openPage(stdout, painter(stdout, env, flags.color), redact);
		const messages: Message[] = [userMessage(words.join(" ").trim() || storyPrompt)];
		page.title("One conversation, call by call and layer by layer (… +n: n more characters)");
		if (note) page.note(note);
		for (let turn = 1; ; turn++) {
			page.note("");
			page.title(`Call ${turn}: ${config.model} of ${config.provider ?? "openai"}`);
			const message = await showCall({
				config,
				context: {
					...(flags.system && { systemPrompt: flags.system }),
					messages: [...messages],
					tools: [readTool],
				},
				options: streamOptions(flags, ending.signal),
				all: flags.all === true,
				page,
				redact,
				startProgress: () => startProgress(terminal),
			});
			messages.push(message);
			if (message.stopReason !== "toolUse" || turn === maxTurns) {
				page.section("the answer", textOf(message).split("\n"));
				await page.flush();
				reportEnd(message, terminal, ending, flags.color);
				return exitCodeOf(message);
			}
			for (const call of message.content) {
				if (call.type !== "toolCall" || ending.signal.aborted) continue;
				const result = await runTool(call, terminal.cwd);
				messages.push(result);
				showTool(page, call, textOf(result), result.isError);
			}
		}
	}
}

function showTool(
	page: Page,
	{ name, arguments: args }: { name: string; arguments: unknown },
	text: string,
	isError: boolean,
): void {
	page.section("the tool runs", [
		`${name} ${JSON.stringify(args)}`,
		isError ? ["red", text] : `${grouped(text.length)} characters: ${JSON.stringify(text)}`,
	]);
}

/** The library redacts what it says by itself; here the words of the model are printed too, to be passed on. */
function redaction({ apiKey }: CallConfig): (text: string) => string {
	if (typeof apiKey !== "string" || apiKey.length < 8) return (text) => text;
	return (text) => text.replaceAll(apiKey, "[redacted]");
}
