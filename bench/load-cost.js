/** What a library costs before its first call: the time to import it, and the size of a bundle. */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { contenders, load } from "./contenders.js";
import { median } from "./time.js";

/**
 * Milliseconds that an import adds to an empty process, the median of pairs.
 * @param {string} id
 * @param {string} node
 * @param {number} pairs
 */
export function importMs(id, node, pairs) {
	const program = contenders[id].modules.map((name) => `import ${JSON.stringify(name)};`).join("\n");
	const run = (/** @type {string} */ text) => {
		const start = performance.now();
		const { status, stderr } = spawnSync(node, ["--input-type=module", "-e", text], {
			cwd: fileURLToPath(folderOf(id)),
			encoding: "utf8",
		});
		if (status !== 0) throw new Error(stderr);
		return performance.now() - start;
	};
	run(program);
	return median(Array.from({ length: pairs }, () => -(run("") - run(program))));
}

/**
 * Size in kB (1,000 bytes) of a least program, bundled, minified and gzipped.
 * @param {string} id
 */
export async function bundleKb(id) {
	const { program } = await load(id);
	const { outputFiles } = await build({
		stdin: { contents: program, resolveDir: fileURLToPath(folderOf(id)) },
		bundle: true,
		minify: true,
		write: false,
		format: "esm",
		platform: "node",
		target: "es2022",
		logLevel: "error",
	});
	return gzipSync(outputFiles[0].contents, { level: 9 }).length / 1000;
}

/** @param {string} id */
function folderOf(id) {
	return new URL(".", new URL(contenders[id].file, import.meta.url));
}
