import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeTerminal } from "../fake-terminal.test.helper.ts";
import { runCli } from "../run-cli.ts";
import { run } from "../spawn-cli.test.helper.ts";

const base = ["--base-url", "http://127.0.0.1:9/v1"];

async function inProcess(...args: string[]) {
	const terminal = fakeTerminal({ env: { RIVULET_API_KEY: "r" } });
	const code = await runCli(args, terminal);
	return { code, stdout: terminal.out(), stderr: terminal.err() };
}

test("a value that can't be is wrong usage that names its option", async () => {
	const cases: [option: string, value: string][] = [
		["--max-tokens", "many"],
		["--timeout", "soon"],
		["--thinking", "hard"],
		["--retry", "-1"],
		["--image", "missing.png"],
		["--base-url", "nowhere"],
		["--api-key-env", "UNSET_VARIABLE"],
	];
	for (const [option, value] of cases) {
		const { code, stdout, stderr } = await inProcess("call", "hi", ...base, option, value);
		assert.equal(code, 2, option);
		assert.equal(stdout, "");
		assert.ok(stderr.startsWith("rivulet: ") && stderr.includes(option), stderr);
	}
});

test("an option that is unknown is named without its value, which may be a key", async () => {
	const { code, stderr } = await inProcess("call", "hi", "--api-key=sk-secret");
	assert.equal(code, 2);
	assert.match(stderr, /unknown option '--api-key'/);
	assert.doesNotMatch(stderr, /secret/);
});

test("without a command, and with an unknown one, usage is wrong", async () => {
	const nothing = await inProcess();
	assert.equal(nothing.code, 2);
	assert.match(nothing.stderr, /^Usage: rivulet/);
	assert.equal((await inProcess("frobnicate")).code, 2);
	assert.equal((await inProcess("call", ...base)).code, 2);
});

test("help and version go to stdout, with code 0, and help is 80 columns wide at most", async () => {
	for (const args of [["--help"], ["call", "--help"], ["follow", "--help"], ["help", "call"]]) {
		const { code, stdout, stderr } = await inProcess(...args);
		assert.deepEqual([code, stderr], [0, ""]);
		assert.match(stdout, /^Usage: rivulet/);
		for (const line of stdout.split("\n")) assert.ok(line.length <= 80, line);
	}
	assert.match((await inProcess("--help")).stdout, /Exit codes:[\s\S]*25 internal/);
	assert.match((await inProcess("--version")).stdout, /^\d+\.\d+\.\d+\n$/);
});

test("without a key and without a server call says in three lines what to set, with code 2", async () => {
	const { code, stdout, stderr } = await run(["call", "hi"], { env: {} });
	assert.deepEqual([code, stdout], [2, ""]);
	assert.equal(stderr.split("\n").length, 4);
	assert.match(stderr, /RIVULET_API_KEY[\s\S]*--base-url/);
});

test("the program itself has help and a version", async () => {
	const [help, version] = await Promise.all([run(["--help"]), run(["--version"])]);
	assert.deepEqual([help.code, version.code], [0, 0]);
	assert.match(help.stdout, /^Usage: rivulet/);
	assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
});
