/** What the other scripts share: where the workspace is, what is in it, and how a program is run. */

import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The workspace's folder, as an absolute path. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** @param {string} path */
export function readJson(path) {
	return JSON.parse(readFileSync(path, "utf8"));
}

/** Folders of the workspace's packages, relative to the root: `packages/rivulet`, ... */
export function packageFolders() {
	return readdirSync(join(root, "packages"))
		.map((name) => `packages/${name}`)
		.filter((folder) => existsSync(join(root, folder, "package.json")))
		.sort();
}

/**
 * All files below a folder, as paths relative to it with forward slashes; none when there is no such folder.
 * @param {string} folder
 * @returns {string[]}
 */
export function filesBelow(folder) {
	if (!existsSync(folder)) return [];
	/** @param {string} prefix @returns {string[]} */
	const walk = (prefix) =>
		readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) => {
			const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
			if (entry.name === "node_modules") return [];
			return entry.isDirectory() ? walk(path) : [path];
		});
	return walk("").sort();
}

/**
 * True when a folder's node_modules holds what its package-lock.json asks for. npm notes what it installed in
 * node_modules/.package-lock.json. The two are compared by content, not by time: a checkout touches the one,
 * `npm install` writes both in no fixed order, and neither says that they differ. Optional packages may be
 * absent, most are for other platforms.
 * @param {string} folder
 */
export function isInstalled(folder) {
	const notes = join(folder, "node_modules/.package-lock.json");
	if (!existsSync(notes)) return false;
	const installed = readJson(notes).packages;
	const wanted = readJson(join(folder, "package-lock.json")).packages;
	const same = (/** @type {string} */ path) =>
		installed[path]?.version === wanted[path]?.version &&
		installed[path]?.integrity === wanted[path]?.integrity;
	return (
		Object.keys(installed).every((path) => wanted[path] && same(path)) &&
		Object.keys(wanted).every((path) => path === "" || wanted[path].optional || installed[path])
	);
}

/**
 * The files of the repository, tracked or about to be, with their text; what Git ignores and binary files
 * are left out.
 * @returns {Map<string, string>}
 */
export function repositoryFiles() {
	const { stdout, status } = spawnSync(
		"git",
		["ls-files", "--cached", "--others", "--exclude-standard", "-z"],
		{ cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
	);
	if (status !== 0) throw new Error("git ls-files failed: the checks need a Git checkout");
	const files = new Map();
	for (const path of stdout.split("\0").filter(Boolean).sort()) {
		// A file that was deleted but not yet staged is still listed.
		if (!existsSync(join(root, path))) continue;
		const text = readFileSync(join(root, path), "utf8");
		if (!text.includes("\0")) files.set(path, text);
	}
	return files;
}

/**
 * Runs a program in the workspace with this process's own input and output, and gives its exit code. Ctrl-C
 * reaches the program by itself, so this process only waits for it to finish in its own way.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, shell?: boolean, cwd?: string }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
	const keepWaiting = () => {};
	process.on("SIGINT", keepWaiting);
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { cwd: root, stdio: "inherit", ...options });
		const forward = () => child.kill("SIGTERM");
		process.on("SIGTERM", forward);
		child.once("error", reject);
		child.once("close", (code, signal) => {
			process.off("SIGINT", keepWaiting);
			process.off("SIGTERM", forward);
			resolve(code ?? (signal === "SIGINT" ? 130 : 1));
		});
	});
}

/**
 * How to start npm: through the npm that started this script where there is one, since a plain `npm` may be
 * another version, and cannot be spawned on Windows without a shell.
 * @param {string[]} args
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
export function npm(args) {
	const cli = process.env.npm_execpath;
	if (cli && /npm-cli\.[cm]?js$/.test(cli)) {
		return { command: process.execPath, args: [cli, ...args], shell: false };
	}
	return { command: "npm", args, shell: process.platform === "win32" };
}
