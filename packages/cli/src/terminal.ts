import { fstatSync } from "node:fs";
import type { Readable, Writable } from "node:stream";

export type OutputStream = Writable & { isTTY?: boolean; columns?: number };

export interface InputStream {
	readonly stream: Readable;
	/**
	 * It may well stay open without a word: Node gives its child processes a socket as stdin and leaves it open unless
	 * told otherwise.
	 */
	readonly mayStayOpen: boolean;
}

/** All of the world that a command touches, apart from files and the network. */
export interface Terminal {
	/** Absent where nothing is piped in. */
	stdin?: InputStream;
	stdout: OutputStream;
	stderr: OutputStream;
	env: Readonly<Record<string, string | undefined>>;
	/** The current folder, an absolute path. */
	cwd: string;
	/** Calls back at each Ctrl-C, until the function that it returns is called. */
	onInterrupt(run: () => void): () => void;
	/** Ends the process at once. */
	exit(code: number): void;
	/** Milliseconds on a clock that only goes forward. */
	now(): number;
	/** Calls back once, unless the function that it returns is called first. Does not keep the process alive. */
	after(ms: number, run: () => void): () => void;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
	const stdin = inputOf(0);
	return {
		...(stdin && { stdin }),
		stdout: process.stdout,
		stderr: process.stderr,
		env: process.env,
		cwd: process.cwd(),
		onInterrupt(run) {
			process.on("SIGINT", run);
			return () => process.off("SIGINT", run);
		},
		exit: (code) => process.exit(code),
		now: () => performance.now(),
		after(ms, run) {
			const timer = setTimeout(run, ms).unref();
			return () => clearTimeout(timer);
		},
	};
}

/** A pipe, a file or a socket is input; a terminal and `/dev/null` are not. */
function inputOf(descriptor: number): InputStream | undefined {
	try {
		const stat = fstatSync(descriptor);
		if (!stat.isFIFO() && !stat.isFile() && !stat.isSocket()) return undefined;
		return {
			// Made when it is first asked for: a command that reads nothing must not wait for it.
			get stream() {
				return process.stdin;
			},
			mayStayOpen: stat.isSocket(),
		};
	} catch {
		// Closed.
		return undefined;
	}
}
