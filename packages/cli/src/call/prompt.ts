import type { InputStream, Terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** How long an input that may stay open is waited for, where there is a prompt without it. */
const graceMs = 1000;
const noticeMs = 2000;
/** No model takes a prompt of this size. */
const maxBytes = 64 * 1024 * 1024;

/**
 * The prompt: the arguments, joined by spaces, and what is piped in, after a blank line. Line feeds at the end of the
 * input don't count, and bytes that are no UTF-8 become replacement characters. Empty where there is neither.
 *
 * Input is read to its end. The one exception is a socket, which is what Node gives its child processes and leaves open:
 * beside a prompt in the arguments it has a second to begin.
 *
 * @throws {UsageError} where the input is too large
 */
export async function readPrompt(
	words: readonly string[],
	terminal: Terminal,
	signal: AbortSignal,
): Promise<string> {
	const given = words.join(" ");
	const piped = terminal.stdin ? await readInput(terminal.stdin, given !== "", terminal, signal) : "";
	return [given, piped].filter((part) => part.trim() !== "").join("\n\n");
}

async function readInput(
	input: InputStream,
	optional: boolean,
	{ stderr, after }: Terminal,
	signal: AbortSignal,
): Promise<string> {
	const { stream, mayStayOpen } = input;
	const decoder = new TextDecoder();
	let text = "";
	let bytes = 0;
	const cancel: (() => void)[] = [];
	const leave = (note: string) => {
		stderr.write(`rivulet: ${note}\n`);
		stream.destroy();
	};
	const abort = () => stream.destroy();
	if (optional && mayStayOpen)
		cancel.push(after(graceMs, () => leave("nothing comes on stdin, going on without it")));
	else cancel.push(after(noticeMs, () => void stderr.write("rivulet: waiting for the end of stdin\n")));
	signal.addEventListener("abort", abort, { once: true });
	if (signal.aborted) abort();
	try {
		for await (const piece of stream) {
			for (const run of cancel.splice(0)) run();
			const buffer = Buffer.from(piece as Uint8Array | string);
			bytes += buffer.length;
			if (bytes > maxBytes) throw new UsageError(`stdin has more than ${maxBytes} bytes`);
			text += decoder.decode(buffer, { stream: true });
		}
	} catch (error) {
		if (error instanceof UsageError) throw error;
		// Left on purpose, or broken: what came is the input.
	} finally {
		for (const run of cancel) run();
		signal.removeEventListener("abort", abort);
	}
	return (text + decoder.decode()).replace(/[\r\n]+$/, "");
}
