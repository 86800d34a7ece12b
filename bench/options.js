/** The arguments of `npm run bench -- ...`. */

import { parseArgs } from "node:util";
import { contenders } from "./contenders.js";
import { workloads } from "./workloads.js";

export const usage = `npm run bench -- [--only ID,...] [--workload NAME,...] [--processes N] [--peer-processes N] [--quick]

  --only            contenders: ${Object.keys(contenders).join(", ")}
  --workload        the beginning of a name: ${workloads.map(({ id }) => id).join(", ")}
  --processes       processes per figure of Rivulet (7); a figure is the median over them
  --peer-processes  processes per figure of a peer (1, or 3 for text)
  --quick           one short process each, without the longest workloads of the peers: to look, not to quote`;

/**
 * @typedef {object} Options
 * @property {string[]} ids
 * @property {import("./workloads.js").Workload[]} workloads
 * @property {number} processes
 * @property {number | undefined} peerProcesses
 * @property {boolean} quick
 * @property {import("./time.js").Effort & { importPairs: number }} effort
 */

/** @param {string[]} args @returns {Options | undefined} undefined when help is asked for */
export function readOptions(args) {
	const { values } = parseArgs({
		args,
		options: {
			only: { type: "string" },
			workload: { type: "string" },
			processes: { type: "string" },
			"peer-processes": { type: "string" },
			quick: { type: "boolean", default: false },
			help: { type: "boolean", default: false },
		},
	});
	if (values.help) return undefined;
	const { quick } = values;
	return {
		ids: chosenContenders(values.only),
		workloads: chosenWorkloads(values.workload),
		processes: count("--processes", values.processes) ?? (quick ? 1 : 7),
		peerProcesses: count("--peer-processes", values["peer-processes"]) ?? (quick ? 1 : undefined),
		quick,
		effort: quick
			? { warmMs: 200, timedMs: 400, latencyPairs: 100, importPairs: 5 }
			: { warmMs: 500, timedMs: 1_500, latencyPairs: 300, importPairs: 15 },
	};
}

/** @param {string | undefined} list */
function chosenContenders(list) {
	const all = Object.keys(contenders);
	if (list === undefined) return all;
	const chosen = list.split(",");
	const unknown = chosen.find((id) => !all.includes(id));
	if (unknown !== undefined) throw new Error(`--only: no contender is called ${unknown}`);
	return all.filter((id) => chosen.includes(id));
}

/** @param {string | undefined} list */
function chosenWorkloads(list) {
	if (list === undefined) return workloads;
	const beginnings = list.split(",");
	const chosen = workloads.filter(({ id }) => beginnings.some((beginning) => id.startsWith(beginning)));
	if (chosen.length === 0) throw new Error(`--workload: no workload begins with ${list}`);
	return chosen;
}

/** @param {string} option @param {string | undefined} text */
function count(option, text) {
	if (text === undefined) return undefined;
	if (!/^[1-9]\d*$/.test(text)) throw new Error(`${option} must be a whole number from 1 on`);
	return Number(text);
}
