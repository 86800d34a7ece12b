import type { OutputStream } from "./terminal.ts";

/** Writes, and waits while the reader is slow. Never rejects: a stream that can't be written says so by its `error`. */
export async function write(stream: OutputStream, text: string): Promise<void> {
	if (text === "" || stream.destroyed || stream.write(text)) return;
	await new Promise<void>((resolve) => {
		const events = ["drain", "close", "error"];
		const done = () => {
			for (const event of events) stream.off(event, done);
			resolve();
		};
		for (const event of events) stream.on(event, done);
	});
}

/** Resolves when all that was written has been taken over, or can't be. */
export async function flushed(stream: OutputStream): Promise<void> {
	await new Promise<void>((resolve) => stream.write("", () => resolve()));
}
