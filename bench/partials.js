/**
 * Whether partials can be kept: what they cost, whether they change after they were handed out, and whether they
 * show more than their event told when the reader is slow.
 */

import { setImmediate as nextTask } from "node:timers/promises";
import { load } from "./contenders.js";
import { fetchOf } from "./fetch-of.js";
import { textReply, toolReply } from "./replies.js";
import { baseUrl } from "./time.js";

const SAMPLES = 40;
const SLOW_EVENTS = 600;

/**
 * @param {string} id
 * @param {import("./workloads.js").Workload} workload
 * @returns {Promise<{ bytes: number, partials: number, changed: number, sampled: number, ahead?: number, slow: number }>}
 *   `bytes` per kept partial; `changed` of `sampled` partials; `ahead` of `slow` events, absent where events tell
 *   nothing to compare with
 */
export async function partialsOf(id, { reply, count = 0 }) {
	const tool = reply === "tool";
	const callOn = async (/** @type {number} */ deltas) => {
		const { bytes } = tool ? toolReply(deltas) : textReply(deltas);
		const { open } = await load(id);
		return open({ fetch: fetchOf(bytes, 1460), baseUrl, tool });
	};
	const kept = await keptBytes(await callOn(count), tool, count);
	const changes = await changedLater(await callOn(SLOW_EVENTS));
	return { ...kept, ...changes, ...(await aheadOfEvents(await callOn(SLOW_EVENTS), tool)) };
}

/**
 * The heap that all partials of a reply hold when nothing else of the call is left.
 * @param {import("./contenders.js").Call} call
 * @param {boolean} tool
 * @param {number} count
 */
async function keptBytes(call, tool, count) {
	// Twice: the first pass pays for what is compiled and cached.
	await keepAll(call, tool, count);
	const before = await heap();
	const kept = await keepAll(call, tool, count);
	const bytes = (await heap()) - before;
	return { bytes: bytes / kept.length, partials: kept.length };
}

/** @param {import("./contenders.js").Call} call @param {boolean} tool @param {number} count */
async function keepAll(call, tool, count) {
	const kept = /** @type {unknown[]} */ ([]);
	const previews = /** @type {unknown[]} */ ([]);
	await call({
		seen(partial, shown) {
			kept.push(partial);
			// The parsed arguments may stand beside the partial and not in it.
			if (tool) previews.push(shown);
		},
	});
	if (kept.length < count / 2) throw new Error("Fewer partials than deltas");
	return Object.assign(kept, { previews });
}

async function heap() {
	for (let i = 0; i < 3; i++) {
		await nextTask();
		globalThis.gc?.();
	}
	return process.memoryUsage().heapUsed;
}

/** @param {import("./contenders.js").Call} call */
async function changedLater(call) {
	const samples = /** @type {{ before: string, value: unknown }[]} */ ([]);
	let at = 0;
	await call({
		seen(partial, shown) {
			if (at++ % Math.floor(SLOW_EVENTS / SAMPLES) !== 0 || samples.length === SAMPLES) return;
			const value = [partial, shown];
			samples.push({ before: JSON.stringify(value), value });
		},
	});
	const changed = samples.filter(({ before, value }) => JSON.stringify(value) !== before).length;
	return { changed, sampled: samples.length };
}

/** A reader that waits one macrotask per event. @param {import("./contenders.js").Call} call @param {boolean} tool */
async function aheadOfEvents(call, tool) {
	let ahead = 0;
	let slow = 0;
	let told = "";
	let comparable = true;
	await call({
		async seen(_partial, shown, delta) {
			slow++;
			told += delta;
			if (delta === undefined) comparable = false;
			else if (tool ? showsMore(shown, told) : String(shown).length > told.length) ahead++;
			await nextTask();
		},
	});
	return { slow, ...(comparable && { ahead }) };
}

/**
 * True when parsed arguments hold what the text so far does not. The replies' arguments are compact JSON, so
 * written out again they must begin the same text, but for the brackets that close them.
 * @param {unknown} shown
 * @param {string} told
 */
export function showsMore(shown, told) {
	if (shown === undefined || shown === null) return false;
	const own = JSON.stringify(shown).replace(/["\]}]+$/, "");
	if (told.startsWith(own)) return false;
	// A parser may close what is open: an escape, or a literal that can only be completed in one way.
	const safe = told.replace(/(\\[^"\\]?|[a-z]+)$/, "");
	return !(own.startsWith(safe) && own.length <= safe.length + "false".length);
}
