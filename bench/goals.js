/** What Rivulet promises to be, and whether this run found it so. */

import { contenders } from "./contenders.js";
import { rows } from "./rows.js";

/**
 * @typedef {(row: string, id?: string) => number | undefined} Median the median of a row, of Rivulet unless said
 *
 * @typedef {object} Goal
 * @property {string} title
 * @property {"at most" | "at least"} way
 * @property {number} limit
 * @property {string} unit
 * @property {(median: Median) => { value: number, note?: string } | undefined} measure undefined: not measured
 * @property {true} [peers] compares with peers, so it is judged on their Node alone
 */

/** @type {Goal[]} */
const goals = [
	atMost("text, 2,000 deltas", "text-2000", 1.8, "x floor"),
	atMost("text, 10,000 deltas", "text-10000", 1.8, "x floor"),
	atMost("text, 50,000 deltas", "text-50000", 1.8, "x floor"),
	{
		title: "text, ratio at 50,000 deltas against that at 2,000",
		way: "at most",
		limit: 1.5,
		unit: "x",
		measure: (median) => quotient(median("text-50000"), median("text-2000")),
	},
	{
		title: "text, faster than the nearest peer with uniform events",
		way: "at least",
		limit: 3.5,
		unit: "x",
		measure: nearestPeer,
		peers: true,
	},
	atMost("tool call, 40,000 fragments, arguments read at each", "tool-40000", 2.2, "x floor"),
	atMost("200 streams at once", "streams-200", 2, "x floor"),
	atMost("one SSE event: time per byte at 2 MB against 250 kB (8 is quadratic)", "event-growth", 1.5, "x"),
	atMost("first event, added to the floor, from the call", "latency", 150, "us"),
	atMost("first event, added to the floor, from the server's write", "latency-fromServerUs", 150, "us"),
	atMost("kept partial, text", "partials-text", 550, "B"),
	atMost("kept partial, tool call", "partials-tool", 1_200, "B"),
	none("kept partials that changed later", ["partials-text-changed", "partials-tool-changed"]),
	none("partials ahead of their own event", ["partials-text-ahead", "partials-tool-ahead"]),
	atMost("bundle, minified and gzipped", "size", 16, "kB"),
	atMost("import, over an empty process", "import", 25, "ms"),
];

/**
 * The goals as a Markdown table; those that this run did not measure are left out.
 * @param {import("./results.js").Results} results
 * @param {{ measured: string[], peers: string | undefined }} nodes versions of Node that measured Rivulet; the peers' one
 */
export function goalsTable(results, { measured, peers }) {
	const lines = goals.flatMap((goal) => {
		const nodes = goal.peers ? measured.filter((node) => node === peers) : measured;
		const values = nodes.map((node) =>
			goal.measure((id, contender = "rivulet") => {
				const row = rows.find((candidate) => candidate.id === id);
				return row && results.spread(contender, node, row)?.median;
			}),
		);
		const known = values.filter((value) => value !== undefined);
		if (known.length === 0) return [];
		const kept = known.every(({ value }) =>
			goal.way === "at most" ? value <= goal.limit : value >= goal.limit,
		);
		const shown = values
			.map((value) => (value ? written(value.value) + (value.note ?? "") : "-"))
			.join(" / ");
		const verdict = known.length < nodes.length ? "not measured" : kept ? "yes" : "**no**";
		return `| ${goal.title} | ${goal.way} ${goal.limit.toLocaleString("en")} ${goal.unit} | ${shown} | ${verdict} |`;
	});
	const heading = measured.map((version) => `Node ${version}`).join(" / ");
	return [`| goal | limit | measured, ${heading} | kept |`, "| --- | --- | --- | --- |", ...lines].join("\n");
}

/** @param {string} title @param {string} row @param {number} limit @param {string} unit @returns {Goal} */
function atMost(title, row, limit, unit) {
	const measure = (/** @type {Median} */ median) => {
		const value = median(row);
		return value === undefined ? undefined : { value };
	};
	return { title, way: "at most", limit, unit, measure };
}

/** Nothing of it may be there. @param {string} title @param {string[]} parts @returns {Goal} */
function none(title, parts) {
	const measure = (/** @type {Median} */ median) => {
		const values = parts.map((part) => median(part));
		if (values.includes(undefined)) return undefined;
		return { value: values.reduce((total, value) => total + value, 0) };
	};
	return { title, way: "at most", limit: 0, unit: "of all", measure };
}

/** The peer, and the size of text, where the lead is smallest. @param {Median} median */
function nearestPeer(median) {
	/** @type {{ value: number, note: string } | undefined} */
	let nearest;
	for (const [id, { peer, uniform, title }] of Object.entries(contenders)) {
		if (!peer || !uniform) continue;
		for (const row of ["text-2000", "text-10000", "text-50000"]) {
			const lead = quotient(median(row, id), median(row));
			if (lead && (!nearest || lead.value < nearest.value))
				nearest = { ...lead, note: ` (${title}, ${row})` };
		}
	}
	return nearest;
}

/** @param {number | undefined} a @param {number | undefined} b */
function quotient(a, b) {
	return a === undefined || b === undefined ? undefined : { value: a / b };
}

/** @param {number} value */
function written(value) {
	return Math.abs(value) < 100
		? String(Math.round(value * 100) / 100)
		: Math.round(value).toLocaleString("en");
}
