/**
 * What it costs a program to import Rivulet: the median of the extra milliseconds over an empty program, both
 * measured as whole processes, one after the other, with their order swapped from pair to pair. Timing is noisy
 * on a shared machine, and noise only adds: over the limit it measures again, the best round counts, and only twice
 * the limit fails.
 */

import { spawnSync } from "node:child_process";
import { ready } from "./ready.js";
import { root } from "./workspace.js";

const PAIRS = 15;
const MAX_ROUNDS = 3;
const LIMIT_MS = 25;
const FAILS_OVER_MS = 2 * LIMIT_MS;

await ready();

const EMPTY = "";
const FULL = 'import "rivulet/openai-completions";';

// Once each for the disk's cache.
time(EMPTY);
time(FULL);
let best = Number.POSITIVE_INFINITY;
for (let round = 1; round <= MAX_ROUNDS && best > LIMIT_MS; round++) {
	const added = measure();
	const at = (/** @type {number} */ share) => added[Math.round(share * (PAIRS - 1))] ?? Number.NaN;
	const ms = (/** @type {number} */ value) => value.toFixed(1);
	best = Math.min(best, at(0.5));
	console.log(
		`Importing rivulet/openai-completions adds ${ms(at(0.5))} ms (quartiles ${ms(at(0.25))} and ${ms(at(0.75))}, ` +
			`${PAIRS} pairs, Node ${process.versions.node}); limit ${LIMIT_MS} ms, fails over ${FAILS_OVER_MS} ms`,
	);
}
if (!(best <= FAILS_OVER_MS)) {
	console.error("FAIL  the import takes too long");
	process.exitCode = 1;
}

/** Extra milliseconds of each pair, ascending. */
function measure() {
	return Array.from({ length: PAIRS }, (_, pair) => {
		if (pair % 2 === 0) {
			const base = time(EMPTY);
			return time(FULL) - base;
		}
		const whole = time(FULL);
		return whole - time(EMPTY);
	}).sort((a, b) => a - b);
}

/** @param {string} program its text, resolved from the workspace's folder */
function time(program) {
	const began = performance.now();
	const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
		cwd: root,
		encoding: "utf8",
	});
	const took = performance.now() - began;
	if (status !== 0) throw new Error(stderr);
	return took;
}
