import { PassThrough, Readable } from "node:stream";
import type { OutputStream, Terminal } from "./terminal.ts";

export interface FakeTerminal extends Terminal {
	/** What was written to stdout and stderr. */
	out(): string;
	err(): string;
	/** Presses Ctrl-C. */
	interrupt(): void;
	/** The code that `exit` was called with. */
	exited: number | undefined;
	/** Lets so much time pass. Timers that are due call back, those that they set too. */
	pass(ms: number): void;
}

interface Options {
	stdin?: string | Readable;
	mayStayOpen?: boolean;
	env?: Record<string, string>;
	/** Both outputs are terminals. */
	isTTY?: boolean;
	cwd?: string;
}

/** A terminal without a process: time stands still until it is told to pass. */
export function fakeTerminal({
	stdin,
	mayStayOpen = false,
	env = {},
	isTTY = false,
	cwd = ".",
}: Options = {}): FakeTerminal {
	const [stdout, out] = output(isTTY);
	const [stderr, err] = output(isTTY);
	const handlers = new Set<() => void>();
	const timers = new Set<{ at: number; run: () => void }>();
	let time = 0;
	const terminal: FakeTerminal = {
		...(stdin !== undefined && {
			stdin: { stream: typeof stdin === "string" ? Readable.from([Buffer.from(stdin)]) : stdin, mayStayOpen },
		}),
		stdout,
		stderr,
		env,
		cwd,
		out,
		err,
		exited: undefined,
		interrupt: () => {
			for (const run of [...handlers]) run();
		},
		onInterrupt(run) {
			handlers.add(run);
			return () => handlers.delete(run);
		},
		exit(code) {
			terminal.exited ??= code;
		},
		now: () => time,
		after(ms, run) {
			const timer = { at: time + ms, run };
			timers.add(timer);
			return () => timers.delete(timer);
		},
		pass(ms) {
			const end = time + ms;
			for (;;) {
				const next = [...timers].sort((a, b) => a.at - b.at)[0];
				if (!next || next.at > end) break;
				timers.delete(next);
				time = next.at;
				next.run();
			}
			time = end;
		},
	};
	return terminal;
}

function output(isTTY: boolean): [stream: OutputStream, text: () => string] {
	const stream: OutputStream & PassThrough = new PassThrough();
	const pieces: Buffer[] = [];
	stream.on("data", (piece: Buffer) => pieces.push(piece));
	stream.isTTY = isTTY;
	return [stream, () => Buffer.concat(pieces).toString()];
}
