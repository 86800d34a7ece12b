/** What a contender adds to the time until the first event, over real HTTP from a server in another process. */

import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { load } from "./contenders.js";
import { median } from "./time.js";

const WARM_UP = 30;

/**
 * Requests in pairs with the floor, the two in changing order.
 * @param {string} id
 * @param {unknown} _workload
 * @param {import("./time.js").Effort} effort
 * @returns {Promise<{ us: number, fromServerUs: number, floorUs: number }>} medians of what is added: to the time from
 *   the call to the first delta, and to that from the server's writing it; and the floor's own time from the call
 */
export async function latencyOf(id, _workload, { latencyPairs }) {
	const server = fork(fileURLToPath(new URL("latency-server.js", import.meta.url)), { execArgv: [] });
	try {
		const [port] = await once(server, "message");
		const setting = { fetch: globalThis.fetch, baseUrl: `http://127.0.0.1:${port}/v1`, tool: false };
		const own = request(await (await load(id)).open(setting));
		const floor = request(await (await load("floor")).open(setting));
		const added = [];
		for (let i = -WARM_UP; i < latencyPairs; i++) {
			const [a, b] = i % 2 === 0 ? [await own(), await floor()] : [await floor(), await own()].reverse();
			if (i >= 0) added.push({ us: a.us - b.us, server: a.fromServerUs - b.fromServerUs, floor: b.us });
		}
		return {
			us: median(added.map((pair) => pair.us)),
			fromServerUs: median(added.map((pair) => pair.server)),
			floorUs: median(added.map((pair) => pair.floor)),
		};
	} finally {
		server.kill();
	}
}

/** @param {import("./contenders.js").Call} call */
function request(call) {
	return async () => {
		let first = 0n;
		let sent = 0n;
		const start = process.hrtime.bigint();
		await call({
			arrived(delta) {
				if (first !== 0n) return;
				first = process.hrtime.bigint();
				// The server's clock is this one: the time since the machine started.
				sent = BigInt(delta);
			},
		});
		if (first === 0n) throw new Error("No delta arrived");
		return { us: Number(first - start) / 1000, fromServerUs: Number(first - sent) / 1000 };
	};
}
