import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { test } from "node:test";
import { startScriptedServer } from "rivulet/testing/server";
import { ended, folderWith, key, mainFile, type Run } from "./spawn-cli.test.helper.ts";

const script = "script";
/** That of util-linux runs a command on a terminal of its own; that of BSD takes other options. */
const missing =
	spawnSync(script, ["--version"]).stdout?.includes("util-linux") === true
		? false
		: "no script(1) of util-linux here";

/** Runs the command on a terminal. What it writes to either output comes as one text. */
function onTerminal(args: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<Run> {
	const quoted = [process.execPath, mainFile, ...args].map((word) => `'${word}'`).join(" ");
	const child = spawn(script, ["-qec", quoted, "/dev/null"], {
		cwd,
		env: { PATH: process.env.PATH ?? "", TERM: "xterm", SHELL: "/bin/sh", RIVULET_API_KEY: key, ...env },
		stdio: ["ignore", "pipe", "pipe"],
	});
	return ended(child);
}

test("on a terminal follow has colour, unless NO_COLOR is set", { skip: missing }, async (t) => {
	const cwd = await folderWith(t, { "README.md": "# Name\n" });
	const { code, stdout } = await onTerminal(["follow"], cwd);
	assert.equal(code, 0);
	assert.ok(stdout.includes("\x1b[36m── 1 canonical messages"));
	const plain = await onTerminal(["follow"], cwd, { NO_COLOR: "1" });
	assert.ok(!plain.stdout.includes("\x1b[36m"));
	assert.ok(plain.stdout.includes("The project's name is Name."));
});

test("on a terminal call shows its progress and clears it, dims thoughts, and disarms the answer", {
	skip: missing,
}, async (t) => {
	const content = [
		{ type: "thinking" as const, thinking: "Hm." },
		{ type: "text" as const, text: "Hi\x1b[2J" },
	];
	await using server = await startScriptedServer({ replies: [{ content, headDelayMs: 300 }] });
	const cwd = await folderWith(t, {});
	const { code, stdout } = await onTerminal(["call", "hi", "--show-thinking", "--base-url", server.url], cwd);
	assert.equal(code, 0);
	// Each part but the first begins with what the line was overwritten with.
	const parts = stdout.split("\r\x1b[K");
	assert.match(parts[1] ?? "", /^\d\.\d s/);
	const rest = parts.map((part) => part.replace(/^\d+\.\d s( {2}~?\d+ tokens\/s)?/, "")).join("");
	assert.equal(rest, "\x1b[2mHm.\x1b[22m\r\nHi\\u{1b}[2J\r\n");
});
