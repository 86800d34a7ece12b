/**
 * Makes a fresh clone usable and does nothing more: installs what package-lock.json names if it isn't there,
 * takes away compiled files whose source is gone, and compiles what has changed. Silent when nothing is to do.
 */

import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { bundle } from "./bundle.js";
import { filesBelow, isInstalled, npm, packageFolders, root, run } from "./workspace.js";

/** Ends the process with the failing step's exit code when the workspace can't be made ready. */
export async function ready() {
	if (!isInstalled(root)) {
		const { command, args, shell } = npm(["ci", "--include=dev", "--no-audit", "--no-fund"]);
		await must(run(command, args, { shell }));
	}
	removeOrphans();
	await must(run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b"]));
	await bundle();
}

/** @param {Promise<number>} step */
async function must(step) {
	const code = await step;
	if (code !== 0) process.exit(code);
}

/**
 * The compiler never deletes what it once wrote, so a test that was renamed or removed would go on running.
 * A compiled file is known by its declaration file: every one has one, and files of another origin have none.
 */
function removeOrphans() {
	const projects = [
		...packageFolders().map((folder) => ({
			source: join(root, folder, "src"),
			dist: join(root, folder, "dist"),
		})),
		{ source: join(root, "examples"), dist: join(root, "examples/dist") },
	];
	for (const { source, dist } of projects) {
		for (const file of filesBelow(dist)) {
			if (!file.endsWith(".d.ts")) continue;
			const name = file.slice(0, -".d.ts".length);
			if (existsSync(join(source, `${name}.ts`)) || existsSync(join(source, `${name}.tsx`))) continue;
			for (const ending of [".d.ts", ".d.ts.map", ".js", ".js.map"]) {
				rmSync(join(dist, name + ending), { force: true });
			}
			removeEmptyFolders(dirname(join(dist, file)), dist);
		}
	}
}

/**
 * @param {string} folder
 * @param {string} top where to stop
 */
function removeEmptyFolders(folder, top) {
	for (let at = folder; at !== top && readdirSync(at).length === 0; at = dirname(at)) rmdirSync(at);
}
