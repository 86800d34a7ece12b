import assert from "node:assert/strict";
import { test } from "node:test";
import { houseRules } from "./house-rules.js";

const SRC = "packages/rivulet/src";

/** @param {Record<string, string>} files @param {Parameters<typeof houseRules>[1]} [facts] */
function problems(files, facts) {
	return houseRules(new Map(Object.entries(files)), facts);
}

/** @param {Record<string, string>} files @param {RegExp} problem the only one that is expected */
function assertBroken(files, problem) {
	const found = problems(files);
	assert.equal(found.length, 1, found.join("\n"));
	assert.match(found[0] ?? "", problem);
}

test("a room may import the rooms before it, and its own files", () => {
	const files = {
		[`${SRC}/message/usage.ts`]: "export const zero = 0;\n",
		[`${SRC}/stream/assembler.ts`]: 'import { zero } from "../message/usage.ts";\nimport "./slot.ts";\n',
		[`${SRC}/stream/slot.ts`]: "export {};\n",
		[`${SRC}/testing/server/index.ts`]:
			'import "../../wire/sse.ts";\nimport { createServer } from "node:http";\n',
		[`${SRC}/wire/sse.ts`]: 'export type { Assembler } from "../stream/assembler.ts";\n',
		[`${SRC}/index.ts`]: 'export * from "./message/usage.ts";\n',
	};
	assert.deepEqual(problems(files), []);
});

test("a room may not import a later one, not even a type", () => {
	assertBroken(
		{ [`${SRC}/message/usage.ts`]: 'import type { A } from "../stream/assembler.ts";\n' },
		/usage\.ts: message may not import stream/,
	);
	assertBroken(
		{ [`${SRC}/wire/call.ts`]: 'import { x } from "../api/model.ts";\n' },
		/wire may not import api/,
	);
	assertBroken(
		{ [`${SRC}/api/model.ts`]: 'const { x } = await import("../models/x.ts");\n' },
		/api may not import models/,
	);
	assertBroken({ [`${SRC}/api/model.ts`]: 'import { x } from "../index.ts";\n' }, /api may not import index/);
	assertBroken(
		{ [`${SRC}/index.ts`]: 'export * from "./testing/index.ts";\n' },
		/index may not import testing/,
	);
});

test("one provider protocol may not load another", () => {
	assertBroken(
		{ [`${SRC}/api/a/index.ts`]: 'import { body } from "../b/body.ts";\n' },
		/a may not load b, share through api\//,
	);
	assert.deepEqual(
		problems({ [`${SRC}/api/provider-model.ts`]: 'import { body } from "./b/body.ts";\n' }),
		[],
	);
});

test("acceptance and tests may import every room, but nothing may import a test", () => {
	assert.deepEqual(
		problems({
			[`${SRC}/acceptance/corpus.ts`]: 'import "../node/x.ts";\nimport { join } from "node:path";\n',
			[`${SRC}/wire/call.test.ts`]: 'import "../testing/server/index.ts";\nimport test from "node:test";\n',
		}),
		[],
	);
	assertBroken({ [`${SRC}/node/x.ts`]: 'import "./y.test.ts";\n' }, /imports the test/);
	assertBroken({ [`${SRC}/node/x.ts`]: 'import "./y.test.helper.ts";\n' }, /imports the test/);
	assertBroken({ [`${SRC}/node/x.test.ts`]: 'import "./y.test.ts";\n' }, /imports the test/);
	assert.deepEqual(problems({ [`${SRC}/node/x.test.ts`]: 'import "./y.test.helper.ts";\n' }), []);
});

test("code that runs everywhere may import neither Node's modules nor what needs them", () => {
	assertBroken(
		{ [`${SRC}/wire/call.ts`]: 'import { join } from "node:path";\n' },
		/may not import node:path/,
	);
	assertBroken({ [`${SRC}/wire/call.ts`]: 'import fs from "fs";\n' }, /may not import fs/);
	assertBroken({ [`${SRC}/testing/record.ts`]: 'import "./server/index.ts";\n' }, /index\.ts needs Node/);
});

test("only declared runtime dependencies may be imported", () => {
	const files = { [`${SRC}/wire/call.ts`]: 'import { parse } from "@scope/parser/fast";\n' };
	assertBroken(files, /@scope\/parser is no runtime dependency/);
	assert.deepEqual(problems(files, { dependencies: { "@scope/parser": "1.0.0" } }), []);
});

test("another package imports this one by its name, not by path", () => {
	assertBroken(
		{ "packages/cli/src/main.ts": 'import "../../rivulet/src/index.ts";\n' },
		/main\.ts: imports packages\/rivulet\/src\/index\.ts by path/,
	);
	assertBroken({ [`${SRC}/node/x.ts`]: 'import "../../../cli/src/main.ts";\n' }, /from outside its package/);
});

test("a circle of imports is found once, however it is entered", () => {
	assertBroken(
		{
			"scripts/a.js": 'import "./b.js";\n',
			"scripts/b.js": 'import "./c.js";\n',
			"scripts/c.js": 'import "./b.js";\n',
		},
		/^scripts\/b\.js -> scripts\/c\.js -> scripts\/b\.js: circular import$/,
	);
});

test("a file over 400 lines needs its place on the list, and a place needs its long file", () => {
	const long = { "scripts/long.js": "x;\n".repeat(401) };
	const longFiles = new Map([["scripts/long.js", "one table"]]);
	assert.deepEqual(problems({ "scripts/long.js": "x;\n".repeat(400) }), []);
	assertBroken(long, /401 lines, at most 400/);
	assert.deepEqual(problems(long, { longFiles }), []);
	assert.match(problems({ "scripts/long.js": "x;\n" }, { longFiles })[0] ?? "", /no longer needs/);
	assert.match(problems({}, { longFiles })[0] ?? "", /isn't there/);
});

test("no folder is called utils", () => {
	assertBroken({ "packages/cli/src/utils/colour.ts": "" }, /name the folder after what is in it/);
});
