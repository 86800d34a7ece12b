import { exitCodes } from "./exit-codes.ts";
import type { Terminal } from "./terminal.ts";

/** What ends a command before its time. */
export interface Ending {
	/** Aborted at the first Ctrl-C, and where the output can't be written any more. */
	readonly signal: AbortSignal;
	/** Why the output can't be written: `EPIPE` where its reader has left. */
	readonly outputError: NodeJS.ErrnoException | undefined;
	/** Ctrl-C has its usual effect again. */
	release(): void;
}

/** Watches for Ctrl-C, of which a second one ends the process at once, and for an output that can't be written. */
export function watchForEnd({ stdout, stderr, onInterrupt, exit }: Terminal): Ending {
	const controller = new AbortController();
	let outputError: NodeJS.ErrnoException | undefined;
	let interrupted = false;
	const release = onInterrupt(() => {
		if (interrupted) exit(exitCodes.interrupted);
		interrupted = true;
		controller.abort();
	});
	// These listeners stay: the error of a last write may come after the command has ended.
	stdout.on("error", (error) => {
		outputError ??= error;
		controller.abort();
	});
	stderr.on("error", () => {});
	return {
		signal: controller.signal,
		get outputError() {
			return outputError;
		},
		release,
	};
}
