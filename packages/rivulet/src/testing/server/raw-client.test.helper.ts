import { once } from "node:events";
import { createConnection, type Socket } from "node:net";

/** An answer as it stood on the socket, down to the framing of its chunks. */
export interface RawAnswer {
	/** "" where not even a head came. */
	head: string;
	status: number;
	/** One for each write of the server. */
	chunks: Buffer[];
	body: Buffer;
	text: string;
	/** The last chunk came: HTTP knows no error. */
	whole: boolean;
}

/** Opens a socket and sends a request on it, by hand. */
export function openRaw(url: string, body: unknown, headers: Record<string, string> = {}): Socket {
	const { hostname, port, pathname } = new URL(url);
	const payload = typeof body === "string" ? body : JSON.stringify(body);
	const lines = Object.entries({
		host: hostname,
		"content-length": String(Buffer.byteLength(payload)),
		connection: "close",
		...headers,
	}).map(([name, value]) => `${name}: ${value}\r\n`);
	const socket = createConnection(Number(port), hostname);
	socket.write(`POST ${pathname}/chat/completions HTTP/1.1\r\n${lines.join("")}\r\n${payload}`);
	return socket;
}

/** Sends a request and reads until the server closes the socket. */
export async function rawAnswer(
	url: string,
	body: unknown,
	headers?: Record<string, string>,
): Promise<RawAnswer> {
	const socket = openRaw(url, body, headers);
	const pieces: Buffer[] = [];
	socket.on("data", (piece) => pieces.push(piece));
	await once(socket, "close");
	return parseAnswer(Buffer.concat(pieces));
}

function parseAnswer(bytes: Buffer): RawAnswer {
	const border = bytes.indexOf("\r\n\r\n");
	const head = border < 0 ? "" : bytes.subarray(0, border).toString();
	const chunks: Buffer[] = [];
	let whole = false;
	for (let at = border + 4; border >= 0 && at < bytes.length; ) {
		const line = bytes.indexOf("\r\n", at);
		const size = Number.parseInt(bytes.subarray(at, line).toString(), 16);
		whole = size === 0;
		if (whole) break;
		chunks.push(bytes.subarray(line + 2, line + 2 + size));
		at = line + 2 + size + 2;
	}
	const body = Buffer.concat(chunks);
	return { head, status: Number(head.split(" ")[1] ?? 0), chunks, body, text: body.toString(), whole };
}

/** A request for a stream, with the least that the protocol needs. */
export const streamed = { model: "m-1", stream: true, messages: [{ role: "user", content: "Hi" }] };

/** The parsed payloads of a stream with "\n" for line end; the end marker stays a string. */
export function payloadsOf(text: string): unknown[] {
	const lines = text.split("\n").filter((line) => line.startsWith("data: "));
	return lines.map((line) => (line === "data: [DONE]" ? "[DONE]" : JSON.parse(line.slice(6))));
}

/** Gives everything that is ready a chance to happen. */
export async function turns(count = 20): Promise<void> {
	for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
