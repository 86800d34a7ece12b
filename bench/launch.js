/** Starts one measurement in a process of its own and ends it when it takes too long. */

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

export const LIMIT_MS = 40_000;

/**
 * The figures of one process, or why there are none.
 * @typedef {Record<string, number> & { failed?: string, over?: true }} Figures
 */

/**
 * @param {import("./measure.js").Job} job
 * @param {string} node
 * @returns {Promise<Figures>}
 */
export function launch(job, node) {
	return new Promise((resolve) => {
		const child = fork(fileURLToPath(new URL("measure.js", import.meta.url)), [JSON.stringify(job)], {
			execPath: node,
			// Code that is thrown away in a collection would count as memory that partials gave back.
			execArgv: ["--expose-gc", "--no-flush-bytecode"],
			// What a library prints is none of ours.
			stdio: ["ignore", "ignore", "pipe", "ipc"],
		});
		/** @type {Figures} */
		let figures = { failed: "" };
		let complaint = "";
		child.stderr?.setEncoding("utf8").on("data", (text) => {
			complaint = (complaint + text).slice(-2_000);
		});
		const limit = setTimeout(() => {
			figures = { over: true };
			child.kill("SIGKILL");
		}, LIMIT_MS);
		child.once("message", (message) => {
			figures = /** @type {Figures} */ (message);
		});
		child.once("close", (code) => {
			clearTimeout(limit);
			if (figures.failed === "") figures.failed = `exit code ${code}: ${complaint}`;
			resolve(figures);
		});
	});
}
