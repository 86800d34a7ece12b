import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";

/** The compiled command. */
export const mainFile = fileURLToPath(new URL("./main.js", import.meta.url));

/** The key that tests give to the command. It must not come out again. */
export const key = "sk-test-0123456789abcdefghij";

export interface RunOptions {
	/** What is piped in; without it stdin is closed. */
	input?: string | Uint8Array;
	/** Variables beside those that Node needs. Default: the key. */
	env?: Record<string, string>;
	cwd?: string;
}

export interface Run {
	code: number | null;
	stdout: string;
	stderr: string;
}

/** Starts the command as a process of its own, with none of the variables of this one that could change what it does. */
export function start(args: readonly string[], { input, env, cwd }: RunOptions = {}): ChildProcess {
	const { NODE_OPTIONS = "", PATH = "", NODE_V8_COVERAGE } = process.env;
	const child = spawn(process.execPath, [mainFile, ...args], {
		cwd,
		env: {
			PATH,
			NODE_OPTIONS,
			...(NODE_V8_COVERAGE !== undefined && { NODE_V8_COVERAGE }),
			...(env ?? { RIVULET_API_KEY: key }),
		},
		stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
		// A command that never ends fails its test instead of hanging it.
		timeout: 60_000,
		killSignal: "SIGKILL",
	});
	child.stdin?.on("error", () => {});
	child.stdin?.end(input);
	return child;
}

/** Collects what a process writes, until it has ended. */
export async function ended(child: ChildProcess): Promise<Run> {
	const closed = once(child, "close") as Promise<[number | null]>;
	const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
	const [code] = await closed;
	return { code, stdout: stdout(), stderr: stderr() };
}

/** Runs the command to its end. */
export function run(args: readonly string[], options?: RunOptions): Promise<Run> {
	return ended(start(args, options));
}

/** A folder of its own for a test, with these files, removed when the test has ended. */
export async function folderWith(
	t: TestContext,
	files: Record<string, string | Uint8Array>,
): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), "rivulet-cli-"));
	t.after(() => rm(folder, { recursive: true, force: true }));
	for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
	return folder;
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
	const pieces: Buffer[] = [];
	stream?.on("data", (piece: Buffer) => pieces.push(piece));
	return () => Buffer.concat(pieces).toString();
}
