/**
 * `npm test -- [NAME ...] [--node BINARY] [options of node --test]`
 *
 * Compiles, then runs the compiled tests. NAME runs only the test files whose path contains it;
 * `--node` runs them with another Node than this one. All else is handed to Node's test runner, for example
 * `--test-name-pattern="a cut call"`.
 */

import { join } from "node:path";
import { ready } from "./ready.js";
import { filesBelow, packageFolders, root, run } from "./workspace.js";

/** Options of `node --test` whose value may stand as an argument of its own; it is no NAME then. */
const WITH_VALUE =
	/^--test-(name-pattern|skip-pattern|reporter|reporter-destination|timeout|concurrency|shard|isolation)$/;

const { binary, names, options } = readArguments(process.argv.slice(2));
await ready();

const files = testFiles().filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
if (files.length === 0) {
	console.error(names.length === 0 ? "No tests found" : `No test file is named like ${names.join(", ")}`);
	process.exit(1);
}
const has = (/** @type {string} */ option) => options.some((given) => given.startsWith(option));
process.exitCode = await run(
	binary,
	[
		"--test",
		// `spec` also where the output is no terminal: a log is read by people, and Node 20 would write TAP there.
		...(has("--test-reporter") ? [] : ["--test-reporter=spec"]),
		...(has("--test-concurrency") ? [] : ["--test-concurrency=2"]),
		// Ends a test that hangs; the slowest one takes a fraction of it.
		...(has("--test-timeout") ? [] : ["--test-timeout=600000"]),
		...options,
		...files,
	],
	{
		env: {
			...process.env,
			// In the environment, so that it also holds for programs that a test starts.
			NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --unhandled-rejections=strict`.trim(),
		},
	},
);

/** Named one by one: Node 20 knows no patterns for test files. */
function testFiles() {
	const folders = [...packageFolders().map((folder) => `${folder}/dist`), "examples/dist", "scripts"];
	return folders.flatMap((folder) =>
		filesBelow(join(root, folder))
			.filter((file) => file.endsWith(".test.js"))
			.map((file) => `${folder}/${file}`),
	);
}

/** @param {string[]} args */
function readArguments(args) {
	let binary = process.execPath;
	const names = [];
	const options = [];
	for (let i = 0; i < args.length; i++) {
		const arg = args[i] ?? "";
		const next = args[i + 1] ?? "";
		if (arg === "--node") {
			binary = next;
			i++;
		} else if (!arg.startsWith("-")) {
			names.push(arg);
		} else {
			options.push(arg);
			if (WITH_VALUE.test(arg)) {
				options.push(next);
				i++;
			}
		}
	}
	return { binary, names, options };
}
