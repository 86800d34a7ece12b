import type { IncomingMessage, ServerResponse } from "node:http";
import type { RecordedRequest } from "./types.ts";

/** A request on its way, of which the server knows more than it shows. */
export interface Exchange {
	request: RecordedRequest;
	/** The body was JSON. */
	parsed: boolean;
	/** Ends the socket: the server's doing, not the client's. */
	drop(): void;
}

/** Reads a request to its end, or to where the client left, and follows its answer until that is closed. */
export async function receive(
	message: IncomingMessage,
	response: ServerResponse,
	server: { now(): number; closing(): boolean },
): Promise<Exchange> {
	let aborted = false;
	let dropped = false;
	const closed = new Promise<void>((resolve) => {
		response.once("close", () => {
			aborted = !dropped && !server.closing() && !response.writableFinished;
			resolve();
		});
	});
	const { body, parsed } = parse(await readText(message));
	return {
		request: {
			method: message.method ?? "",
			path: message.url ?? "",
			headers: headersOf(message),
			body,
			receivedAt: server.now(),
			closed,
			get aborted() {
				return aborted;
			},
		},
		parsed,
		drop() {
			dropped = true;
			response.destroy();
		},
	};
}

async function readText(message: IncomingMessage): Promise<string> {
	const pieces: Uint8Array[] = [];
	try {
		for await (const piece of message) pieces.push(piece);
	} catch {
		// The client left in the midst of its body; what came is recorded, and `aborted` tells the rest.
	}
	return Buffer.concat(pieces).toString();
}

function parse(text: string): { body: unknown; parsed: boolean } {
	try {
		return { body: JSON.parse(text), parsed: true };
	} catch {
		return { body: text === "" ? undefined : text, parsed: false };
	}
}

function headersOf(message: IncomingMessage): Record<string, string> {
	const entries = Object.entries(message.headers).map(([name, value]) => [name, [value].flat().join(", ")]);
	return Object.fromEntries(entries);
}
