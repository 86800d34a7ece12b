/**
 * `npm run check`: all that can be said about the code without running it, one line for each check and, below
 * it, what a failed one found. Every check runs, whatever came of those before.
 */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ready } from "./ready.js";
import { packageFolders, root } from "./workspace.js";

await ready();

const tool = (/** @type {string} */ path) => join(root, "node_modules", path);
const checks = [
	{ name: "types of the scripts", args: [tool("typescript/bin/tsc"), "-p", "scripts"] },
	{
		name: "format and lint",
		args: [tool("@biomejs/biome/bin/biome"), "ci", "--error-on-warnings", "--colors=off", "."],
	},
	{ name: "unused files, exports and dependencies", args: [tool("knip/bin/knip.js"), "--no-progress"] },
	...packageFolders().map((folder) => ({
		name: `what ${folder} publishes`,
		args: [tool("publint/src/cli.js"), "run", folder, "--strict"],
	})),
	{ name: "house rules", args: ["scripts/house-rules.js"] },
	{ name: "text rules", args: ["scripts/text-rules.js"] },
];

// The packages themselves were compiled by `ready`, which ends the process where they have errors.
console.log("ok    types of the packages");
let failed = 0;
for (const { name, args } of checks) {
	const began = performance.now();
	const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
	const seconds = ((performance.now() - began) / 1000).toFixed(1);
	console.log(`${status === 0 ? "ok   " : "FAIL "} ${name} (${seconds} s)`);
	if (status !== 0) {
		failed++;
		console.log(`${stdout}${stderr}`.trim().replace(/^/gm, "      "));
	}
}
process.exitCode = failed === 0 ? 0 : 1;
