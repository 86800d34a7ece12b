import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type ScriptedReply, startScriptedServer } from "rivulet/testing/server";
import { displayWidth } from "../display-width.ts";
import { fakeTerminal } from "../fake-terminal.test.helper.ts";
import { runCli } from "../run-cli.ts";
import { ended, folderWith, key, run, start } from "../spawn-cli.test.helper.ts";

const layers = [
	"1 canonical messages",
	"2 request body",
	"3 raw SSE records",
	"4 chunks",
	"5 events",
	"6 final message",
	"7 deviations",
	"8 timing",
];

function fits(output: string): void {
	for (const line of output.split("\n")) assert.ok(displayWidth(line) <= 80, line);
}

/** The parts of an output, each from one heading to the next. */
function sections(output: string, name: string): string[] {
	return output.split(/^── /m).filter((section) => section.startsWith(name));
}

/** Follows a call to a server of its own, in this process. */
async function follow(t: TestContext, replies: ScriptedReply[], args: string[] = [], isTTY = false) {
	const server = await startScriptedServer({ replies });
	t.after(() => server.close());
	const cwd = await folderWith(t, { "README.md": "# Here\n" });
	const terminal = fakeTerminal({ env: { RIVULET_API_KEY: key }, cwd, isTTY });
	const code = await runCli(["follow", "--base-url", server.url, ...args], terminal);
	return { server, code, stdout: terminal.out(), stderr: terminal.err() };
}

test("without a server follow plays two calls on one of its own, and shows each layer of both", async (t) => {
	const cwd = await folderWith(t, { "README.md": "# Some Name\n\nWords.\n" });
	const { code, stdout, stderr } = await run(["follow"], { cwd, env: {} });
	assert.deepEqual([code, stderr], [0, ""]);
	for (const layer of layers) assert.equal(sections(stdout, layer).length, 2, layer);
	assert.match(stdout, /^Call 1: scripted-v1 of scripted$/m);
	assert.match(stdout, /^Call 2: scripted-v1 of scripted$/m);
	assert.match(
		sections(stdout, "the tool runs")[0] ?? "",
		/read \{"path":"README\.md"\}\n20 characters: "# Some Name\\n/,
	);
	assert.match(sections(stdout, "the answer")[0] ?? "", /\nThe project's name is Some Name\.\n$/);
	fits(stdout);
	assert.doesNotMatch(stdout, /\\u\{1b\}|scripted-demo-key/);
	assert.ok(!stdout.includes("\x1b"));
});

test("the name in the answer is that of the README, and of no other file", async (t) => {
	const cwd = await folderWith(t, { "README.md": "# One\n" });
	const answer = async () =>
		sections((await run(["follow"], { cwd })).stdout, "the answer")[0]?.split("\n")[1];
	assert.equal(await answer(), "The project's name is One.");
	await writeFile(join(cwd, "README.md"), "Two\n===\n");
	assert.equal(await answer(), "The project's name is Two.");
	await rm(join(cwd, "README.md"));
	assert.equal(await answer(), `I can't tell: README.md could not be read (there is no file "README.md").`);
});

test("each layer shows what it is about", async (t) => {
	const { stdout, code } = await follow(
		t,
		[{ content: "Good day", finishReason: "stop" }],
		["hi", "--system", "Be brief."],
	);
	assert.equal(code, 0);
	const section = (name: string) => sections(stdout, name)[0] ?? "";
	assert.match(
		section("1 "),
		/^system {5}"Be brief\."\ntool {7}\{"name":"read".*\nuser {7}\{"type":"text","text":"hi"\}$/m,
	);
	assert.match(section("2 "), /^POST http:\/\/127\.0\.0\.1:\d+\/v1\/chat\/completions$/m);
	assert.match(section("2 "), /^authorization: \[redacted\]$/m);
	assert.match(section("2 "), /^ {2}"model": "gpt-4o-mini",$/m);
	assert.match(section("2 "), /^report {5}all was carried over/m);
	assert.match(section("3 "), /^attempt 1 +\d+ ms {2}response 200 text\/event-stream/m);
	assert.match(section("3 "), /^ {3}1 +\d+ ms {2}\d+ bytes\n {5}data: \{"id":/m);
	assert.match(section("3 "), / {5}data: \[DONE\]\n/);
	assert.match(section("4 "), /^ {3}2 text {7}\{"delta":"Good"\}$/m);
	assert.match(section("5 "), /^ {3}4 text_delta {6}0 " day" +"Good day"$/m);
	assert.match(section("6 "), /^ {2}"stopReason": "stop",$/m);
	assert.doesNotMatch(section("6 "), /timing|deviations/);
	assert.match(section("7 "), /^none$/m);
	assert.match(
		section("8 "),
		/^attempts {4}1\nheaders {5}\d+ ms\nfirst event \d+ ms\ntotal {7}\d+ ms\nspeed {7}/m,
	);
});

test("of long lists the middle is left out, unless --all is there", async (t) => {
	const content = Array.from({ length: 100 }, (_, index) => `w${index}`).join(" ");
	const { stdout } = await follow(t, [{ content }], ["hi"]);
	assert.match(
		sections(stdout, "4 ")[0] ?? "",
		/^4 .*\(103\)[^\n]*\n(.*\n){10} {5}… 87 more, --all shows them\n(.*\n){6}\n$/,
	);
	const all = await follow(t, [{ content }], ["hi", "--all"]);
	assert.doesNotMatch(all.stdout, /--all shows/);
	assert.equal(all.stdout.match(/^ *\d+ text_delta/gm)?.length, 100);
	fits(all.stdout);
});

test("no line is wider than 80 columns and none steers the terminal, whatever comes", async (t) => {
	const nasty = [
		"漢字かな".repeat(60),
		"👩‍👩‍👧🇦🇹".repeat(30),
		`\x1b]0;x\x07\x1b[2J${"\u202e".repeat(50)}`,
		"e\u0301".repeat(99),
	];
	for (const text of nasty) {
		const replies: ScriptedReply[] = [
			{
				id: text,
				content: [
					{ type: "thinking", thinking: text },
					{ type: "toolCall", id: text, name: text, arguments: { [text]: text } },
				],
			},
			{ content: text, deltaSize: 500 },
		];
		const { code, stdout } = await follow(t, replies, [text, "--system", text, "--all"]);
		assert.equal(code, 0);
		fits(stdout);
		assert.doesNotMatch(stdout.replaceAll("\n", ""), /\p{C}/u);
	}
});

test("a repeat is shown with both attempts", async (t) => {
	const replies: ScriptedReply[] = [
		{ fault: { kind: "status", status: 500, retryAfter: "0.001", message: "Try again" } },
		{ content: "Hi" },
	];
	const { code, stdout } = await follow(t, replies, ["hi"]);
	assert.equal(code, 0);
	const records = sections(stdout, "3 ")[0] ?? "";
	assert.match(
		records,
		/attempt 1 +\d+ ms {2}response 500[\s\S]*failed: server: Try again[\s\S]*attempt 2 +\d+ ms {2}response 200/,
	);
	assert.match(records, /response 500.*\n {3}1 +\d+ ms {2}\d+ bytes\n {5}\{"error":\{"message":"Try again"/);
	assert.match(stdout, /^attempts {4}2$/m);
});

test("a call that fails is shown all the same, and has the exit code of its error", async (t) => {
	const replies: ScriptedReply[] = [
		{ content: "Half a reply", fault: { kind: "error-in-stream", after: 2 } },
	];
	const { code, stdout, stderr } = await follow(t, replies, ["hi"]);
	assert.equal(code, 18);
	assert.match(stderr, /^rivulet: server: The upstream provider failed\n/);
	for (const layer of layers) assert.equal(sections(stdout, layer).length, 1, layer);
	assert.match(sections(stdout, "4 ")[0] ?? "", /error +\{/);
});

test("what had to be tolerated is named", async (t) => {
	const raw = 'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}\n\n';
	const { stdout } = await follow(t, [{ raw }], ["hi"]);
	assert.doesNotMatch(sections(stdout, "7 ")[0] ?? "", /^none$/m);
});

test("the loop offers read, runs it, and ends after five calls", async (t) => {
	const ask = {
		content: [{ type: "toolCall" as const, id: "c", name: "read", arguments: { path: "README.md" } }],
	};
	const { server, code, stdout, stderr } = await follow(
		t,
		[ask, ask, ask, ask, ask, { content: "Never" }],
		["hi"],
	);
	assert.equal(code, 5);
	assert.equal(server.requests.length, 5);
	assert.equal(sections(stdout, "the tool runs").length, 4);
	assert.match(stderr, /asks for a tool/);
	const { body } = await server.request(1);
	const { messages, tools } = body as { messages: { role: string; content: string }[]; tools: unknown[] };
	assert.equal(tools.length, 1);
	assert.deepEqual(
		messages.map(({ role }) => role),
		["user", "assistant", "tool"],
	);
	assert.equal(messages[2]?.content, "# Here\n");
});

test("the key comes out nowhere, even where a server sends it back as an answer", async (t) => {
	const { server, stdout, stderr } = await follow(
		t,
		[{ content: `Your key is ${key}.`, deltaSize: 99 }],
		["hi", "--all"],
	);
	assert.equal(server.requests[0]?.headers.authorization, `Bearer ${key}`);
	assert.ok(!(stdout + stderr).includes(key));
	assert.match(sections(stdout, "the answer")[0] ?? "", /Your key is \[redacted\]\./);
});

test("colour is for terminals, and NO_COLOR and --no-color switch it off", async (t) => {
	const cwd = await folderWith(t, { "README.md": "# Name\n" });
	const output = async (env: Record<string, string>, ...args: string[]) => {
		const terminal = fakeTerminal({ isTTY: true, cwd, env });
		assert.equal(await runCli(["follow", ...args], terminal), 0);
		return terminal.out();
	};
	assert.ok((await output({})).includes("\x1b[36m── 1 canonical messages ─"));
	assert.ok(!(await output({ NO_COLOR: "1" })).includes("\x1b"));
	assert.ok(!(await output({}, "--no-color")).includes("\x1b"));
});

test("Ctrl-C ends the call, shows what came, and has code 4", async () => {
	const reply: ScriptedReply = { content: "one two three", fault: { kind: "stall", after: 3 } };
	await using server = await startScriptedServer({ replies: [reply] });
	const child = start(["follow", "hi", "--base-url", server.url]);
	const result = ended(child);
	await server.request(0);
	child.kill("SIGINT");
	const { code, stdout, stderr } = await result;
	assert.deepEqual([code, stderr], [4, "rivulet: aborted\n"]);
	assert.equal(sections(stdout, "8 ").length, 1);
	assert.match(stdout, /"stopReason": "aborted"/);
});

test("--api-key-env without a server is wrong usage", async () => {
	const terminal = fakeTerminal();
	assert.equal(await runCli(["follow", "--api-key-env", "X"], terminal), 2);
	assert.match(terminal.err(), /'--api-key-env' needs --base-url/);
});
