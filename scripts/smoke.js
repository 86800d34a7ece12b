/**
 * The package as its users get it: packs it, installs the archive into an empty folder and runs smoke/one-call.mjs
 * there on Node, Bun and Deno, without access to a registry or the network. Every runtime has to print
 * smoke/one-call.expected.txt. The program is also type-checked against the published declarations.
 */

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ready } from "./ready.js";
import { runtime, runtimeNames } from "./runtimes.js";
import { npm, readJson, root } from "./workspace.js";

/** How a program is run: Bun must not fetch packages by itself, Deno gets no permission and no network. */
const RUN = {
	node: [],
	bun: ["--no-install"],
	deno: ["run", "--no-prompt", "--no-remote", "--node-modules-dir=manual"],
};

await ready();
const folder = mkdtempSync(join(realpathSync(tmpdir()), "rivulet-smoke-"));
try {
	install();
	const program = "one-call.mjs";
	for (const file of [program, "tsconfig.json"]) cpSync(join(root, "smoke", file), join(folder, file));
	const expected = readFileSync(join(root, "smoke/one-call.expected.txt"), "utf8");

	report("types", process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."], "");
	report(`node ${process.versions.node}`, process.execPath, [program], expected);
	for (const name of runtimeNames) {
		const binary = runtime(name);
		if (binary === undefined) {
			console.log(`skip  ${name}: no version is fixed for this platform`);
			continue;
		}
		const args = RUN[/** @type {keyof typeof RUN} */ (name.replace(/-\d+$/, ""))];
		report(name, binary, [...args, program], expected);
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}

function install() {
	const { dependencies = {} } = readJson(join(root, "packages/rivulet/package.json"));
	// What the package depends on is packed from this workspace too, so that nothing else has to be asked.
	const parts = ["packages/rivulet", ...Object.keys(dependencies).map((name) => `node_modules/${name}`)];
	for (const part of parts) {
		const pack = npm(["pack", "--silent", "--ignore-scripts", "--pack-destination", folder]);
		must(pack.command, pack.args, { cwd: join(root, part), shell: pack.shell });
	}
	const archives = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
	writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
	const add = npm(["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]);
	must(add.command, [...add.args, ...archives.map((file) => `./${file}`)], { shell: add.shell });
	const strays = readdirSync(join(folder, "node_modules/rivulet/dist"), { recursive: true })
		.map(String)
		.filter((file) => /\.test\.|^acceptance|tsbuildinfo/.test(file));
	if (strays.length > 0) throw new Error(`The archive holds what users don't need: ${strays.join(", ")}`);
}

/**
 * Runs a program in the empty folder, and says whether it ended well and printed what it should.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {string} expected
 */
function report(name, command, args, expected) {
	const { status, stdout, stderr } = start(command, args);
	if (status === 0 && stdout.replaceAll("\r\n", "\n") === expected) {
		console.log(`ok    ${name}`);
	} else {
		console.log(`FAIL  ${name}\n${stdout}${stderr}`);
		process.exitCode = 1;
	}
}

/**
 * Runs a step that the others need; throws, with all that it said, when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, shell?: boolean }} options
 */
function must(command, args, options) {
	const { status, stdout, stderr } = start(command, args, options);
	if (status !== 0) throw new Error(`${command} ${args.join(" ")}\n${stdout}${stderr}`);
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, shell?: boolean }} [options]
 */
function start(command, args, options = {}) {
	const env = { ...process.env, NO_COLOR: "1", DENO_DIR: join(folder, ".deno"), DENO_NO_UPDATE_CHECK: "1" };
	const result = spawnSync(command, args, {
		cwd: folder,
		encoding: "utf8",
		env,
		timeout: 60_000,
		...options,
	});
	if (result.error) throw result.error;
	return result;
}
