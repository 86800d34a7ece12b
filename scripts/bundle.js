/**
 * Joins the compiled modules of packages/rivulet into one file an entry point and what they share: a program that
 * imports the library loads two or three files instead of fifty, which is most of what importing costs. The code stays
 * readable; types still come from the compiler's own output.
 */

import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, readJson, root } from "./workspace.js";

const dist = join(root, "packages/rivulet/dist");
const stamp = join(dist, "bundle/.stamp");

/** Does nothing where no compiled module is newer than the bundle. */
export async function bundle() {
	if (isFresh()) return;
	const { build } = await import("esbuild");
	const { exports, dependencies } = readJson(join(root, "packages/rivulet/package.json"));
	/** @type {Record<string, string>} */
	const entries = {};
	for (const target of Object.values(exports)) {
		// The types lie beside the module that the entry point is made of.
		if (target.types)
			entries[entryName(target.default)] = join(dist, "..", target.types.replace(/\.d\.ts$/, ".js"));
	}
	rmSync(join(dist, "bundle"), { recursive: true, force: true });
	await build({
		entryPoints: entries,
		outdir: join(dist, "bundle"),
		bundle: true,
		splitting: true,
		format: "esm",
		platform: "neutral",
		target: "es2022",
		external: ["node:*", ...Object.keys(dependencies ?? {})],
		chunkNames: "shared-[hash]",
		logLevel: "warning",
	});
	mkdirSync(join(dist, "bundle"), { recursive: true });
	writeFileSync(stamp, "");
}

/** @param {string} path such as `./dist/bundle/index.js` */
function entryName(path) {
	return path.replace(/^\.\/dist\/bundle\//, "").replace(/\.js$/, "");
}

function isFresh() {
	const made = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs;
	if (made === undefined || statSync(join(root, "packages/rivulet/package.json")).mtimeMs > made)
		return false;
	return filesBelow(dist).every(
		(file) =>
			file.startsWith("bundle/") || !file.endsWith(".js") || statSync(join(dist, file)).mtimeMs <= made,
	);
}
