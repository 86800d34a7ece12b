import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { errorKinds } from "rivulet";
import { errorExitCodes, exitCodeHelp, exitCodeOf, exitCodes } from "./exit-codes.ts";

test("each kind of error has a code of its own, from 10 on, and being aborted is no error", () => {
	const codes = errorKinds.filter((kind) => kind !== "aborted").map((kind) => errorExitCodes[kind]);
	assert.deepEqual(codes, [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]);
	assert.equal(errorExitCodes.aborted, exitCodes.aborted);
});

test("the end of a message decides the code", () => {
	assert.equal(exitCodeOf({ stopReason: "stop" }), 0);
	assert.equal(exitCodeOf({ stopReason: "length" }), 3);
	assert.equal(exitCodeOf({ stopReason: "aborted" }), 4);
	assert.equal(exitCodeOf({ stopReason: "toolUse" }), 5);
	const error = { kind: "overflow", message: "", retryable: false } as const;
	assert.equal(exitCodeOf({ stopReason: "error", error }), 16);
	assert.equal(exitCodeOf({ stopReason: "error" }), 25);
});

test("help and documentation name every code and kind", () => {
	const help = exitCodeHelp();
	const docs = readFileSync(new URL("../../../docs/cli.md", import.meta.url), "utf8");
	for (const [kind, code] of Object.entries(errorExitCodes)) {
		if (kind === "aborted") continue;
		assert.match(help, new RegExp(`\\b${code} ${kind}\\b`));
		assert.match(docs, new RegExp(`\\| ${code} \\| \`${kind}\``));
	}
	for (const code of Object.values(exitCodes)) {
		assert.match(help, new RegExp(`\\b${code}\\b`));
		assert.match(docs, new RegExp(`\\| ${code} \\|`));
	}
	for (const line of help.split("\n")) assert.ok(line.length <= 80, line);
});
