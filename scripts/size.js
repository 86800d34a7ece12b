/**
 * How much of Rivulet a page has to load. Bundles a program that makes one streamed Chat Completions call, and
 * one that only builds a text block, and fails over the limits below.
 */

import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { ready } from "./ready.js";
import { readJson, root } from "./workspace.js";

const ONE_CALL = `
	import { openAICompletions } from "rivulet/openai-completions";
	const model = openAICompletions({ model: "m" });
	for await (const event of model.stream({ messages: [] })) console.log(event);
`;
/** What is wanted. Not reached yet; see docs/performance.md for where the bytes are. */
const WANTED_ONE_CALL = 16_000;
/** What must not be passed: it only ever goes down. */
const MAX_ONE_CALL = 21_000;
const BIGGEST = 12;

/** The root entry point has everything; who takes one small thing from it must not pay for the rest. */
const ROOT_TEXT = 'import { text } from "rivulet"; console.log(text("hello"));';
const MAX_ROOT_TEXT = 1024;

const MAX_DEPENDENCIES = 2;

await ready();
const problems = [];

const call = await bundle(ONE_CALL, true);
const raw = (await bundle(ONE_CALL, false)).bytes;
console.log("One streamed Chat Completions call:");
console.log(`  ${kB(raw)} bundled, ${kB(call.bytes)} minified, ${kB(call.gzip)} gzipped`);
console.log(
	`  ${call.gzip} of at most ${MAX_ONE_CALL} bytes, minified and gzipped; ${WANTED_ONE_CALL} are wanted`,
);
if (call.laterGzip > 0)
	console.log(`  ${kB(call.laterGzip)} more, gzipped, loaded only when needed and not counted`);
for (const { file, bytes } of call.inputs.slice(0, BIGGEST)) {
	console.log(`  ${kB(bytes).padStart(9)}  ${file}`);
}
if (call.gzip > MAX_ONE_CALL) problems.push("one call is over its limit");

const text = (await bundle(ROOT_TEXT, true)).bytes;
console.log(`One text block from the root entry point: ${text} of at most ${MAX_ROOT_TEXT} bytes, minified`);
if (text > MAX_ROOT_TEXT) problems.push("the root entry point does not tree-shake");

const { dependencies = {} } = readJson(join(root, "packages/rivulet/package.json"));
const names = Object.keys(dependencies);
console.log(
	`Runtime dependencies: ${names.length} of at most ${MAX_DEPENDENCIES} ${names.join(", ")}`.trim(),
);
if (names.length > MAX_DEPENDENCIES) problems.push("packages/rivulet has too many runtime dependencies");

for (const problem of problems) console.error(`FAIL  ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

/**
 * The size of what a program loads at once, and of what it loads later, by `import()`. Platform `neutral` knows no
 * Node built-ins: a program that needs one doesn't bundle.
 * @param {string} contents
 * @param {boolean} minify
 */
async function bundle(contents, minify) {
	const { outputFiles, metafile } = await build({
		stdin: { contents, resolveDir: join(root, "packages/rivulet"), sourcefile: "program" },
		bundle: true,
		splitting: true,
		write: false,
		metafile: true,
		minify,
		absWorkingDir: root,
		format: "esm",
		platform: "neutral",
		mainFields: ["module", "main"],
		target: "es2022",
		outdir: "bundle",
		logLevel: "error",
	});
	const entry = "bundle/stdin.js";
	if (metafile.outputs[entry] === undefined) throw new Error(`esbuild wrote no ${entry}`);
	const atOnce = new Set([entry]);
	for (const path of atOnce) {
		for (const { path: next, kind } of metafile.outputs[path]?.imports ?? []) {
			if (kind === "import-statement") atOnce.add(next);
		}
	}
	const size = { bytes: 0, gzip: 0, laterGzip: 0 };
	for (const { path, contents } of outputFiles) {
		const gzip = gzipSync(contents, { level: 9 }).length;
		if (atOnce.has(relative(root, path).replaceAll("\\", "/"))) {
			size.bytes += contents.length;
			size.gzip += gzip;
		} else {
			size.laterGzip += gzip;
		}
	}
	const inputs = [...atOnce]
		.flatMap((path) => Object.entries(metafile.outputs[path]?.inputs ?? {}))
		.map(([file, { bytesInOutput }]) => ({ file, bytes: bytesInOutput }))
		.sort((a, b) => b.bytes - a.bytes);
	return { ...size, inputs };
}

/** @param {number} bytes */
function kB(bytes) {
	return `${(bytes / 1000).toFixed(2)} kB`;
}
