/**
 * The benchmark: Rivulet against the floor and against its peers, on the same bytes. `npm run bench` starts it.
 * The tables go to stdout, progress goes to stderr, and every single figure to `results/figures.jsonl`.
 */

import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { contenders } from "./contenders.js";
import { goalsTable } from "./goals.js";
import { launch } from "./launch.js";
import { bundleKb, importMs } from "./load-cost.js";
import { currentNode, installPeers, peersNode, peerVersions } from "./nodes.js";
import { readOptions, usage } from "./options.js";
import { Results } from "./results.js";
import { spreads, table } from "./table.js";

/** The floor against itself shows the noise; more processes show no more of it. */
const FLOOR_PROCESSES = 3;

try {
	const options = readOptions(process.argv.slice(2));
	if (options) await bench(options);
	else console.log(usage);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 2;
}

/** @param {import("./options.js").Options} options */
async function bench({ ids, workloads, processes, peerProcesses, quick, effort }) {
	const started = performance.now();
	if (ids.some((id) => contenders[id].peer)) await installPeers();
	const columns = columnsOf(ids);
	const results = new Results();
	const record = recorder();

	/** @param {import("./table.js").Column} column @param {import("./workloads.js").Workload} workload */
	const wanted = ({ id }, workload) => {
		if (!applies(id, workload) || (quick && workload.long && contenders[id].peer)) return 0;
		if (workload.kind === "import" || workload.kind === "size") return 1;
		if (id === "floor") return Math.min(processes, FLOOR_PROCESSES);
		return contenders[id].peer ? (peerProcesses ?? workload.peerProcesses ?? 1) : processes;
	};
	for (const workload of workloads) {
		// Round by round and not contender by contender, since the machine's speed drifts.
		for (let round = 0; columns.some((column) => wanted(column, workload) > round); round++) {
			for (const column of columns) {
				const { id, node } = column;
				const earlier = results.all(id, node.version, workload.id);
				const hopeless = earlier.some(({ over, failed }) => over || failed !== undefined);
				if (wanted(column, workload) <= round || hopeless) continue;
				const figures = await measured(column, workload, effort);
				results.add(id, node.version, workload.id, figures);
				record({ contender: id, node: node.version, workload: workload.id, ...figures });
			}
		}
	}

	const minutes = (performance.now() - started) / 60_000;
	const report = reportOf(results, columns, quick, minutes);
	writeFileSync(new URL("results/report.md", import.meta.url), report);
	console.log(report);
	const ownFailed = columns.some(
		({ id, node }) =>
			!contenders[id].peer &&
			workloads.some((workload) =>
				results.all(id, node.version, workload.id).some(({ failed }) => failed !== undefined),
			),
	);
	process.exitCode = ownFailed ? 1 : 0;
}

/** What is ours runs on both Nodes, a peer on its own. @param {string[]} ids @returns {import("./table.js").Column[]} */
function columnsOf(ids) {
	const theirs = peersNode();
	const both = theirs && theirs.version !== currentNode.version ? [currentNode, theirs] : [currentNode];
	return ids.flatMap((id) => {
		if (!contenders[id].peer) return both.map((node) => ({ id, node }));
		if (!theirs) throw new Error(`${id} needs Node 22 or later; this is ${currentNode.version}`);
		return [{ id, node: theirs }];
	});
}

/** @param {string} id @param {import("./workloads.js").Workload} workload */
function applies(id, { kind, reply }) {
	const { partials, modules } = contenders[id];
	if (kind === "partials") return partials === "all" || (partials === "text" && reply === "text");
	return kind === "import" || kind === "size" ? modules.length > 0 : true;
}

/**
 * @param {import("./table.js").Column} column
 * @param {import("./workloads.js").Workload} workload
 * @param {import("./options.js").Options["effort"]} effort
 * @returns {Promise<import("./launch.js").Figures>}
 */
async function measured({ id, node }, workload, effort) {
	if (workload.kind !== "import" && workload.kind !== "size")
		return launch({ id, workload, effort }, node.path);
	try {
		if (workload.kind === "size") return { kb: await bundleKb(id) };
		return { ms: importMs(id, node.path, effort.importPairs) };
	} catch (error) {
		return { failed: String(error) };
	}
}

function recorder() {
	mkdirSync(new URL("results/", import.meta.url), { recursive: true });
	const file = new URL("results/figures.jsonl", import.meta.url);
	writeFileSync(file, "");
	return (/** @type {object & { failed?: string }} */ figures) => {
		const line = JSON.stringify(figures);
		appendFileSync(file, `${line}\n`);
		console.error(line.length > 300 && figures.failed === undefined ? `${line.slice(0, 300)}...` : line);
	};
}

/**
 * @param {Results} results
 * @param {import("./table.js").Column[]} columns
 * @param {boolean} quick
 * @param {number} minutes
 */
function reportOf(results, columns, quick, minutes) {
	const own = columns.filter(({ id }) => id === "rivulet");
	const peers = columns.some(({ id }) => contenders[id].peer);
	const versions = Object.entries(peerVersions()).map(([name, version]) => `${name} ${version}`);
	const [{ model = "an unknown CPU" } = {}, ...more] = cpus();
	return [
		"# Benchmark",
		`${quick ? "A quick look, not to be quoted. " : ""}${more.length + 1} x ${model}; ${process.platform}-${process.arch}; ${Math.round(minutes)} minutes.`,
		`Node ${[...new Set(columns.map(({ node }) => node.version))].join(" and ")}${peers ? `. Peers: ${versions.join(", ")}` : ""}.`,
		"Times are ratios to the floor in the same process (1 is the floor, lower is better); differences below 1.3x are noise.",
		table(results, columns),
		...own.map((column) => spreads(results, column)),
		...(own.length > 0
			? [goalsTable(results, { measured: own.map(({ node }) => node.version), peers: peersNode()?.version })]
			: []),
	]
		.filter((part) => part !== "")
		.join("\n\n")
		.concat("\n");
}
