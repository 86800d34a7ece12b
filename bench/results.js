/** What has been measured: figures by contender, Node and workload, and their medians over processes. */

import { median } from "./time.js";

/** @typedef {{ median: number, min: number, max: number, processes: number }} Spread */

export class Results {
	/** @type {Map<string, import("./launch.js").Figures[]>} */
	#figures = new Map();

	/** @param {string} id @param {string} node @param {string} workload @param {import("./launch.js").Figures} figures */
	add(id, node, workload, figures) {
		const key = keyOf(id, node, workload);
		this.#figures.set(key, [...(this.#figures.get(key) ?? []), figures]);
	}

	/** @param {string} id @param {string} node @param {string} workload */
	all(id, node, workload) {
		return this.#figures.get(keyOf(id, node, workload)) ?? [];
	}

	/**
	 * A row's figure over all processes, undefined where it was not measured or does not apply.
	 * @param {string} id
	 * @param {string} node
	 * @param {import("./rows.js").Row} row
	 * @returns {Spread | undefined}
	 */
	spread(id, node, { workload, figure }) {
		const values = this.all(id, node, workload).flatMap((figures) => figures[figure] ?? []);
		if (values.length === 0) return undefined;
		return {
			median: median(values),
			min: Math.min(...values),
			max: Math.max(...values),
			processes: values.length,
		};
	}
}

/** @param {string} id @param {string} node @param {string} workload */
function keyOf(id, node, workload) {
	return `${id} ${node} ${workload}`;
}
