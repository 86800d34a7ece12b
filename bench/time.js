/** How long a contender takes, as a ratio to the floor in the same process. */

import { load } from "./contenders.js";
import { fetchOf } from "./fetch-of.js";
import { bigEventReply, textReply, toolReply } from "./replies.js";

export const baseUrl = "http://bench.invalid/v1";

/**
 * @typedef {object} Effort
 * @property {number} warmMs
 * @property {number} timedMs
 * @property {number} latencyPairs
 */

const MIN_PAIRS = 3;
const MAX_PAIRS = 60;
/** A slow contender gets fewer pairs, so that its process ends within the limit of a run. */
const PATIENCE_MS = 12_000;

/**
 * A cold pass, a warm-up, timed passes; after each timed pass the floor runs once.
 * @param {string} id the contender
 * @param {import("./workloads.js").Workload} workload
 * @param {Effort} effort
 * @returns {Promise<{ ratio: number, ms: number, floorMs: number, coldMs: number, pairs: number }>}
 */
export async function timeOf(id, workload, effort) {
	const { reply: kind, count = 0, piece = 0, streams = 1 } = workload;
	const reply = kind === "tool" ? toolReply(count) : textReply(count);
	const contender = await pass(id, reply, piece, streams);
	const floor = await pass("floor", reply, piece, streams);
	const coldMs = await contender();
	await warm(contender, effort.warmMs);
	await warm(floor, effort.warmMs / 2);
	const pairs = await inPairs(contender, floor, effort.timedMs);
	return {
		ratio: median(pairs.map(([own, least]) => own / least)),
		ms: median(pairs.map(([own]) => own)),
		floorMs: median(pairs.map(([, least]) => least)),
		coldMs,
		pairs: pairs.length,
	};
}

/**
 * Time per byte of one event of 2 MB against one of 250 kB: 1 is linear, 8 is quadratic.
 * @param {string} id
 * @param {import("./workloads.js").Workload} workload
 * @param {Effort} effort
 * @returns {Promise<{ growth: number, ratio: number, ms: number }>}
 */
export async function growthOf(id, { piece = 0 }, effort) {
	const [less, more] = [250_000, 2_000_000];
	const small = await pass(id, bigEventReply(less), piece, 1);
	const large = await pass(id, bigEventReply(more), piece, 1);
	const floor = await pass("floor", bigEventReply(more), piece, 1);
	await warm(small, effort.warmMs);
	await warm(large, effort.warmMs);
	await warm(floor, effort.warmMs / 2);
	const growth = await inPairs(large, small, effort.timedMs);
	const ratio = await inPairs(large, floor, effort.timedMs);
	return {
		growth: median(growth.map(([big, little]) => big / more / (little / less))),
		ratio: median(ratio.map(([own, least]) => own / least)),
		ms: median(ratio.map(([own]) => own)),
	};
}

/**
 * One pass of a contender over a reply, in ms. Throws when an answer isn't the reply's.
 * @param {string} id
 * @param {import("./replies.js").Reply} reply
 * @param {number} piece
 * @param {number} streams
 */
async function pass(id, reply, piece, streams) {
	const { open } = await load(id);
	const call = await open({ fetch: fetchOf(reply.bytes, piece), baseUrl, tool: reply.args !== undefined });
	const args = JSON.stringify(reply.args);
	return async () => {
		// What another pass left behind is not this one's to sweep. A full collection here would leave the young
		// generation small and cold, which costs the floor most.
		globalThis.gc?.({ type: "minor" });
		const start = performance.now();
		const answers =
			streams === 1 ? [await call()] : await Promise.all(Array.from({ length: streams }, () => call()));
		const ms = performance.now() - start;
		for (const answer of answers) {
			if (answer.text !== reply.text) throw new Error("The text is not the one that was sent");
			if (JSON.stringify(answer.args) !== args) throw new Error("The arguments are not those that were sent");
		}
		return ms;
	};
}

/** @param {() => Promise<number>} one @param {number} ms */
async function warm(one, ms) {
	const start = performance.now();
	do await one();
	while (performance.now() - start < ms);
}

/**
 * @param {() => Promise<number>} first
 * @param {() => Promise<number>} second
 * @param {number} ms
 * @returns {Promise<[number, number][]>}
 */
async function inPairs(first, second, ms) {
	const pairs = /** @type {[number, number][]} */ ([]);
	const start = performance.now();
	for (;;) {
		pairs.push([await first(), await second()]);
		const spent = performance.now() - start;
		if (pairs.length >= MAX_PAIRS || spent > PATIENCE_MS) return pairs;
		if (pairs.length >= MIN_PAIRS && spent > ms) return pairs;
	}
}

/** @param {number[]} values at least one */
export function median(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const half = sorted.length / 2;
	return (sorted[Math.floor(half)] + sorted[Math.ceil(half) - 1]) / 2;
}
