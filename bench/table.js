/** The results as one Markdown table: a row per figure, a column per contender. */

import { contenders } from "./contenders.js";
import { LIMIT_MS } from "./launch.js";
import { rows } from "./rows.js";

/** @typedef {{ id: string, node: import("./nodes.js").NodeBinary }} Column */

/**
 * @param {import("./results.js").Results} results
 * @param {Column[]} columns
 */
export function table(results, columns) {
	const measured = rows.filter(({ workload }) =>
		columns.some(({ id, node }) => results.all(id, node.version, workload).length > 0),
	);
	const head = ["measured", ...columns.map(({ id, node }) => `${contenders[id].title} (${major(node)})`)];
	const lines = measured.map((row) => [row.title, ...columns.map((column) => cell(results, column, row))]);
	return [head, ["---", ...columns.map(() => "---:")], ...lines]
		.map((cells) => `| ${cells.join(" | ")} |`)
		.join("\n");
}

/** @param {import("./results.js").Results} results @param {Column} column @param {import("./rows.js").Row} row */
function cell(results, { id, node }, row) {
	const all = results.all(id, node.version, row.workload);
	if (all.some(({ over }) => over)) return `over ${LIMIT_MS / 1000} s`;
	if (all.some(({ failed }) => failed !== undefined)) return "failed";
	const spread = results.spread(id, node.version, row);
	return spread ? spread.median.toLocaleString("en", decimals(row.digits)) : "-";
}

/** @param {number} digits */
function decimals(digits) {
	return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

/**
 * The smallest and largest figure of the processes behind a median: how far to trust it.
 * @param {import("./results.js").Results} results
 * @param {Column} column
 */
export function spreads(results, { id, node }) {
	const lines = rows.flatMap((row) => {
		const spread = results.spread(id, node.version, row);
		if (!spread || spread.processes === 1) return [];
		const [low, middle, high] = [spread.min, spread.median, spread.max].map((value) =>
			value.toLocaleString("en", decimals(row.digits)),
		);
		return [`| ${row.title} | ${low} | ${middle} | ${high} | ${spread.processes} |`];
	});
	if (lines.length === 0) return "";
	const heading = `| ${contenders[id].title}, Node ${node.version} | least | median | most | processes |`;
	return [heading, "| --- | ---: | ---: | ---: | ---: |", ...lines].join("\n");
}

/** @param {import("./nodes.js").NodeBinary} node */
function major({ version }) {
	return `Node ${Number.parseInt(version, 10)}`;
}
