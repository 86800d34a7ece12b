import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type ToolCall, textOf } from "rivulet";
import { folderWith } from "../spawn-cli.test.helper.ts";
import { runTool } from "./read-tool.ts";

const call = (path: unknown, more: Partial<ToolCall> = {}): ToolCall => ({
	type: "toolCall",
	id: "call_1",
	name: "read",
	arguments: { path },
	...more,
});

/** A folder that holds a folder, and a file beside that. */
async function folders(t: TestContext): Promise<{ inside: string; outside: string }> {
	const outside = await folderWith(t, { "secret.txt": "secret" });
	const inside = join(outside, "inside");
	await mkdir(join(inside, "sub"), { recursive: true });
	await writeFile(join(inside, "README.md"), "# Name\n");
	return { inside, outside };
}

async function read(
	folder: string,
	path: unknown,
	more?: Partial<ToolCall>,
): Promise<[text: string, isError: boolean]> {
	const result = await runTool(call(path, more), folder);
	assert.deepEqual([result.role, result.toolCallId], ["toolResult", "call_1"]);
	return [textOf(result), result.isError];
}

test("a file in the folder is read", async (t) => {
	const { inside } = await folders(t);
	assert.deepEqual(await read(inside, "README.md"), ["# Name\n", false]);
	assert.deepEqual(await read(inside, "sub/../README.md"), ["# Name\n", false]);
	assert.deepEqual(await read(inside, join(inside, "README.md")), ["# Name\n", false]);
});

test("no path and no link leads out of the folder", async (t) => {
	const { inside, outside } = await folders(t);
	await symlink(join(outside, "secret.txt"), join(inside, "file-link"));
	await symlink(outside, join(inside, "folder-link"));
	await symlink("README.md", join(inside, "good-link"));
	for (const path of ["../secret.txt", join(outside, "secret.txt"), "file-link", "folder-link/secret.txt"]) {
		const [text, isError] = await read(inside, path);
		assert.deepEqual([text, isError], ["Error: the file is outside of the current folder", true], path);
	}
	assert.deepEqual(await read(inside, "good-link"), ["# Name\n", false]);
});

test("hidden files are not read, however they are reached", async (t) => {
	const { inside } = await folders(t);
	await mkdir(join(inside, ".git"));
	await writeFile(join(inside, ".env"), "KEY=secret");
	await writeFile(join(inside, ".git", "config"), "secret");
	await symlink(".env", join(inside, "settings"));
	for (const path of [".env", ".git/config", "settings"]) {
		assert.deepEqual(await read(inside, path), ["Error: hidden files are not read", true], path);
	}
});

test("what is no readable text file is an error result that says why", async (t) => {
	const { inside } = await folders(t);
	await writeFile(join(inside, "binary"), Buffer.from([1, 0, 2]));
	const cases: [unknown, RegExp][] = [
		["missing.md", /^Error: there is no file "missing\.md"$/],
		["sub", /"sub" is no file$/],
		[".", /"\." is no file$/],
		["binary", /is no text$/],
		["", /path must be the name of a file/],
		[7, /path must be/],
		["a\0b", /there is no file/],
	];
	for (const [path, message] of cases) {
		const [text, isError] = await read(inside, path);
		assert.match(text, message);
		assert.equal(isError, true);
	}
});

test("a call of another tool, and one that was cut, are not run", async (t) => {
	const { inside } = await folders(t);
	assert.deepEqual(await read(inside, "README.md", { name: "rm" }), ['Error: there is no tool "rm"', true]);
	assert.deepEqual(await read(inside, "README.md", { argumentsError: "The arguments are cut" }), [
		"Error: The arguments are cut",
		true,
	]);
	assert.deepEqual((await read(inside, "", { arguments: null }))[1], true);
});

test("of a large file the beginning is read, up to a whole character", async (t) => {
	const { inside } = await folders(t);
	await writeFile(join(inside, "large.txt"), `a${"漢".repeat(20_000)}`);
	const [text, isError] = await read(inside, "large.txt");
	assert.equal(isError, false);
	assert.match(text, /^a漢{10922}\n\(cut here: the file has 60001 bytes\)$/);
});
