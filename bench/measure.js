/**
 * One measurement, in a process of its own: `run.js` starts it, gives the job as its argument and gets the figures
 * as its message.
 */

import { latencyOf } from "./latency.js";
import { partialsOf } from "./partials.js";
import { growthOf, timeOf } from "./time.js";

/**
 * @typedef {object} Job
 * @property {string} id the contender
 * @property {import("./workloads.js").Workload} workload
 * @property {import("./time.js").Effort} effort
 */

const job = /** @type {Job} */ (JSON.parse(process.argv[2] ?? ""));
const kinds = { time: timeOf, growth: growthOf, partials: partialsOf, latency: latencyOf };

/** @type {object} */
let answer;
try {
	answer = await kinds[job.workload.kind](job.id, job.workload, job.effort);
} catch (error) {
	answer = { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
process.send?.(answer, () => process.exit());
