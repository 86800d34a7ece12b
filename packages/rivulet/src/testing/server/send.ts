import type { ServerResponse } from "node:http";
import type { Plan } from "./plan.ts";

/**
 * One wait at a time that the client's leaving ends. It resolves to `true` when `start` calls back, to `false` when
 * the client has left.
 */
export type Wait = (start: (done: () => void) => void) => Promise<boolean>;

export function waitWhileOpen(response: ServerResponse): Wait {
	let leave = () => {};
	// What is written just after the client left has no one to tell.
	response.on("error", () => {});
	response.once("close", () => leave());
	return (start) =>
		new Promise((resolve) => {
			if (response.closed) return resolve(false);
			leave = () => resolve(false);
			start(() => resolve(true));
		});
}

/** Waits by a real timer, which is cleared if the client leaves first; 0 is a turn of the event loop. */
async function pause(wait: Wait, ms: number): Promise<boolean> {
	if (ms <= 0) return wait(setImmediate);
	let timer: NodeJS.Timeout | undefined;
	const there = await wait((done) => {
		timer = setTimeout(done, ms);
	});
	clearTimeout(timer);
	return there;
}

/**
 * Sends an answer up to its ending, and the ending unless it is a drop: who ends the socket has to know that it was
 * not the client. False: the client left first.
 *
 * A piece is written when the one before has left for the kernel and the event loop has turned, so that a client
 * reads them one by one (it may still join some: only the joined bytes are certain), and a slow client slows the
 * server.
 */
export async function send(response: ServerResponse, plan: Plan, wait: Wait): Promise<boolean> {
	const write = (bytes: Uint8Array) => wait((done) => response.write(bytes, done));
	if (plan.headDelayMs > 0 && !(await pause(wait, plan.headDelayMs))) return false;
	if (response.closed) return false;
	if (plan.head) {
		response.writeHead(plan.status, plan.headers);
		response.flushHeaders();
		for (const [index, piece] of plan.pieces.entries()) {
			if (!(await pause(wait, index === 0 ? 0 : plan.delayMs)) || !(await write(piece))) return false;
		}
	}
	if (plan.ending === "end") response.end();
	if (plan.ending === "stall" && plan.stallComment) {
		const { bytes, everyMs } = plan.stallComment;
		while ((await pause(wait, everyMs)) && (await write(bytes)));
	}
	return !response.closed;
}
