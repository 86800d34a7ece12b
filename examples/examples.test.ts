import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

// This file runs from `dist`; the programs are beside it, their expected output is beside their source. After a change
// that is meant, write it anew: node examples/dist/NAME/main.js > examples/NAME/expected.txt
const source = new URL("../", import.meta.url);
const names = readdirSync(source).filter((name) => existsSync(new URL(`${name}/main.ts`, source)));

test("there are examples to run", () => assert.notEqual(names.length, 0));

for (const name of names) {
	test(`the example ${name} prints what its expected.txt says, and nothing else`, () => {
		const program = fileURLToPath(new URL(`${name}/main.js`, import.meta.url));
		const { status, stdout, stderr } = spawnSync(process.execPath, [program], { encoding: "utf8" });
		assert.equal(stderr, "");
		const expected = readFileSync(new URL(`${name}/expected.txt`, source), "utf8");
		assert.deepEqual(stdout.split("\n"), expected.split("\n"));
		assert.equal(status, 0);
	});
}
