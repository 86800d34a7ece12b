/**
 * The server of the latency measurement, a process of its own. It answers at once with one delta, whose text is its
 * clock in ns, and ends the reply a moment later. It tells its port to the process that started it.
 */

import { createServer } from "node:http";
import { textReply } from "./replies.js";

const PLACE = "@";
const [head, tail] = wire();

const server = createServer((request, response) => {
	request.resume().once("end", () => {
		response.writeHead(200, { "content-type": "text/event-stream" });
		response.write(head.replace(PLACE, String(process.hrtime.bigint())));
		setTimeout(() => response.end(tail), 1);
	});
});
server.listen(0, "127.0.0.1", () =>
	process.send?.(/** @type {import("node:net").AddressInfo} */ (server.address()).port),
);
process.once("disconnect", () => process.exit());

/** The events up to the first delta, and those after it. */
function wire() {
	const events = new TextDecoder().decode(textReply(1).bytes).split(/(?<=\n\n)/);
	const first = (events[1] ?? "").replace(/"content":"[^"]*"/, `"content":"${PLACE}"`);
	return [`${events[0]}${first}`, events.slice(2).join("")];
}
