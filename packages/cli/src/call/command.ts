import { type AgentContext, userMessage } from "rivulet";
import type { Ending } from "../ending.ts";
import { exitCodeOf } from "../exit-codes.ts";
import { callConfig, type ModelFlags, makeModel, streamOptions } from "../model-options.ts";
import { startProgress } from "../progress.ts";
import { reportEnd } from "../report-end.ts";
import { painter } from "../style.ts";
import type { OutputStream, Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { forTerminal } from "../visible.ts";
import { write } from "../write.ts";
import { answerText } from "./answer-text.ts";
import { readImage } from "./image.ts";
import { jsonLine } from "./json-line.ts";
import { readPrompt } from "./prompt.ts";

export interface CallFlags extends ModelFlags {
	image?: string[];
	json?: boolean;
	showThinking?: boolean;
}

/**
 * `rivulet call`: makes one call and writes the answer as it comes.
 * @returns the exit code
 * @throws {UsageError}
 */
export async function callCommand(
	words: readonly string[],
	flags: CallFlags,
	terminal: Terminal,
	ending: Ending,
): Promise<number> {
	const { stdout, stderr, env, cwd } = terminal;
	const model = makeModel(callConfig(flags, env));
	const images = await Promise.all((flags.image ?? []).map((source) => readImage(source, cwd)));
	const prompt = await readPrompt(words, terminal, ending.signal);
	if (prompt === "" && images.length === 0 && !ending.signal.aborted) {
		throw new UsageError("there is no prompt: give it as an argument, or pipe it in");
	}

	const context: AgentContext = {
		...(flags.system && { systemPrompt: flags.system }),
		messages: [userMessage([...(prompt === "" ? [] : [{ type: "text" as const, text: prompt }]), ...images])],
	};
	const dim = painter(stderr, env, flags.color);
	const progress = startProgress(terminal);
	const say = async (stream: OutputStream, text: string, show = (shown: string) => shown): Promise<void> => {
		if (text === "") return;
		if (stream.isTTY) progress.giveWay(text);
		await write(stream, show(stream.isTTY ? forTerminal(text) : text));
	};

	const stream = model.stream(context, streamOptions(flags, ending.signal));
	const spoken = answerText();
	for await (const event of stream) {
		progress.add(event);
		const { text, thinking } = spoken(event);
		if (flags.showThinking)
			await say(stderr, thinking, (shown) => (shown === "\n" ? shown : dim("dim", shown)));
		await say(stdout, flags.json ? jsonLine(event) : text);
	}
	progress.stop();
	const message = await stream.result();
	reportEnd(message, terminal, ending, flags.color);
	return exitCodeOf(message);
}
