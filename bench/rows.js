/** The rows of the table: which figure of which workload, and how it is written. */

import { workloads } from "./workloads.js";

/**
 * @typedef {object} Row
 * @property {string} id
 * @property {string} title
 * @property {string} workload
 * @property {string} figure a member of the figures
 * @property {number} digits after the point
 */

/** @type {Row[]} */
export const rows = workloads.flatMap(({ id, kind, title }) => {
	const row = (/** @type {string} */ figure, /** @type {string} */ unit, digits = 0, more = "") => ({
		id: more ? `${id}-${figure}` : id,
		title: `${title}${more}, ${unit}`,
		workload: id,
		figure,
		digits,
	});
	const byKind = {
		time: () => [row("ratio", "x floor", 2)],
		growth: () => [row("growth", "x", 2), row("ratio", "x floor", 2, "; 2 MB")],
		partials: () => [
			row("bytes", "B per partial"),
			row("changed", "of 40 sampled", 0, ": changed after they were handed out"),
			row("ahead", "of 600 events", 0, ": ahead of their own event, slow reader"),
		],
		latency: () => [
			row("us", "us, from the call"),
			row("fromServerUs", "us", 0, ", from the server's write"),
		],
		import: () => [row("ms", "ms")],
		size: () => [row("kb", "kB", 1)],
	};
	return byKind[kind]();
});
