import assert from "node:assert/strict";
import { test } from "node:test";
import { imports } from "./imports.js";

test("every form of import and re-export is found once", () => {
	const text = `
import "./bare.ts";
import one from "./one.ts"; // a comment behind it
import type { Two } from './two.ts';
import {
	three,
	type Four as Five,
} from "./three.ts";
export * from "./four.ts";
export * as five from "./five.ts";
export type * from "./six.ts";
export { seven } from "./seven.ts";
import again from "./one.ts";
const eight = await import("./eight.ts");
let nine: import("./nine.ts").Nine;
`;
	assert.deepEqual(imports(text).sort(), [
		"./bare.ts",
		"./eight.ts",
		"./five.ts",
		"./four.ts",
		"./nine.ts",
		"./one.ts",
		"./seven.ts",
		"./six.ts",
		"./three.ts",
		"./two.ts",
	]);
});

test("comments, plain exports and words that look like imports are none", () => {
	const text = `
// import a from "./a.ts";
/**
 * import b from "./b.ts" or import("./c.ts")
 */
/* import d from "./d.ts" */
export const from = ["import", "./e.ts"];
export function load() { return "from './f.ts'"; }
const glob = "packages/*"; // */ import("./g.ts")
`;
	assert.deepEqual(imports(text), []);
});

test("a quoted path with a star hides nothing", () => {
	assert.deepEqual(imports('const glob = "packages/*";\nimport "./a.ts";\nconst end = "*/";\n'), ["./a.ts"]);
});
