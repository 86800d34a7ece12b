/** What is measured, in the order of the tables. */

/**
 * @typedef {object} Workload
 * @property {string} id
 * @property {"time" | "growth" | "partials" | "latency" | "import" | "size"} kind how it is measured
 * @property {string} title
 * @property {string} unit of its figure
 * @property {number} [peerProcesses] how many processes a peer gets, where not one
 * @property {boolean} [long] left out for peers in a quick run
 * @property {"text" | "tool"} [reply]
 * @property {number} [count] deltas or fragments of one reply
 * @property {number} [piece] bytes of one piece of the body
 * @property {number} [streams] how many replies are read at once
 */

const MTU = 1460;
const RATIO = "x floor";

/** @param {number} count */
const number = (count) => count.toLocaleString("en");

/** @type {Workload[]} */
export const workloads = [
	...[2_000, 10_000, 50_000].map((count) => ({
		...time(`text-${count}`, `text, ${number(count)} deltas`, "text", count),
		peerProcesses: 3,
		long: count > 10_000,
	})),
	...[500, 2_000, 10_000, 40_000].map((count) => ({
		...time(`tool-${count}`, `tool call, ${number(count)} fragments, arguments read at each`, "tool", count),
		long: count > 2_000,
	})),
	...[1, 17, 65_536].map((piece) => ({
		...time(`pieces-${piece}`, `text, 2,000 deltas, pieces of ${number(piece)} B`, "text", 2_000),
		piece,
		long: piece === 1,
	})),
	{
		...time("streams-200", "200 streams at once, text of 250 deltas each", "text", 250),
		streams: 200,
		long: true,
	},
	{
		id: "event-growth",
		kind: "growth",
		title: "one SSE event of 2 MB in pieces of 256 B: time per byte against one of 250 kB",
		unit: "x",
		piece: 256,
	},
	{
		id: "partials-text",
		kind: "partials",
		title: "all partials kept, text",
		unit: "",
		reply: "text",
		count: 10_000,
	},
	{
		id: "partials-tool",
		kind: "partials",
		title: "all partials kept, tool call",
		unit: "",
		reply: "tool",
		count: 2_000,
	},
	{ id: "latency", kind: "latency", title: "first event over loopback HTTP, added to the floor", unit: "us" },
	{ id: "import", kind: "import", title: "import, over an empty process", unit: "ms" },
	{ id: "size", kind: "size", title: "bundle, minified and gzipped", unit: "kB" },
];

/** @param {string} id @param {string} title @param {"text" | "tool"} reply @param {number} count @returns {Workload} */
function time(id, title, reply, count) {
	return { id, kind: "time", title, unit: RATIO, reply, count, piece: MTU, streams: 1 };
}
