import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { type CallFlags, callCommand } from "./call/command.ts";
import { type Ending, watchForEnd } from "./ending.ts";
import { errorLines } from "./error-lines.ts";
import { errorExitCodes, exitCodeHelp, exitCodes } from "./exit-codes.ts";
import { type FollowFlags, followCommand } from "./follow/command.ts";
import { withModelOptions } from "./model-options.ts";
import { collect } from "./option-values.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";
import { flushed } from "./write.ts";

/**
 * Runs the `rivulet` command. Never rejects: what goes wrong is said on stderr, and by the exit code.
 * @param args without the program's own name
 * @returns the exit code, see {@link exitCodes} and {@link errorExitCodes}
 */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
	const ending = watchForEnd(terminal);
	let code: number;
	try {
		code = await dispatch(args, terminal, ending);
	} catch (error) {
		code = failed(error, terminal);
	}
	await flushed(terminal.stdout);
	ending.release();
	if (!ending.outputError) return code;
	if (ending.outputError.code === "EPIPE") return exitCodes.aborted;
	terminal.stderr.write(`rivulet: the output can't be written: ${ending.outputError.message}\n`);
	return errorExitCodes.internal;
}

async function dispatch(args: readonly string[], terminal: Terminal, ending: Ending): Promise<number> {
	const { stdout, stderr } = terminal;
	let code = 0;
	const program = new Command("rivulet")
		.description("Make one model call from the terminal, or follow it layer by layer.")
		.version(version())
		.exitOverride()
		.configureOutput({
			writeOut: (text) => void stdout.write(text),
			writeErr: (text) => void stderr.write(text),
			getOutHelpWidth: () => 80,
			getErrHelpWidth: () => 80,
			// An option that is mistyped or unknown may have a key for its value.
			outputError: (text, print) =>
				print(`rivulet: ${text.replace(/^error: /, "").replace(/('--[\w-]+)=[^\n]*'/, "$1'")}`),
		})
		.addHelpText("after", () => `\n${exitCodeHelp()}`);

	withModelOptions(
		program
			.command("call")
			.description("make one call and write the answer to stdout as it comes")
			.argument("[prompt...]", "the prompt; what is piped in is added to it"),
	)
		.option("--image <file|url>", "an image to send along; may be given several times", collect)
		.option("--json", "write the events instead of the answer, one JSON value a line")
		.option("--show-thinking", "write the model's thoughts to stderr")
		.action(async (words: string[], flags: CallFlags) => {
			code = await callCommand(words, flags, terminal, ending);
		});

	withModelOptions(
		program
			.command("follow")
			.description("show a call layer by layer; without --base-url on a scripted server in this process")
			.argument("[prompt...]", "the prompt (default: a question about the README.md of this folder)"),
	)
		.option("--all", "show long lists whole")
		.action(async (words: string[], flags: FollowFlags) => {
			code = await followCommand(words, flags, terminal, ending);
		});

	await program.parseAsync(args, { from: "user" });
	return code;
}

function failed(error: unknown, { stderr }: Terminal): number {
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
	if (error instanceof UsageError) {
		stderr.write(`rivulet: ${error.message}\n`);
		return exitCodes.usage;
	}
	const message = error instanceof Error ? error.message : String(error);
	for (const line of errorLines({ kind: "internal", message, retryable: false })) stderr.write(`${line}\n`);
	return errorExitCodes.internal;
}

function version(): string {
	const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
	return (manifest as { version: string }).version;
}
