import assert from "node:assert/strict";
import { test } from "node:test";
import { textRules } from "./text-rules.js";

const NPMRC = "omit-lockfile-registry-resolved=true\n";

/** @param {Record<string, string>} files */
function problems(files) {
	return textRules(new Map(Object.entries({ ".npmrc": NPMRC, ...files })));
}

/** Put together here, since this file keeps the rules too. @param {string[]} parts */
function path(...parts) {
	return ["", ...parts].join("/");
}

test("paths of one machine are found with their line", () => {
	for (const text of [
		path("home", "ada", "x"),
		`see ${path("work", "main")}`,
		`file://${path("root", "x")}`,
		`"${path("tmp", "x")}"`,
		["C:", "Users", "ada"].join("\\"),
	]) {
		assert.match(
			problems({ "docs/a.md": `first\n${text}\n` })[0] ?? "",
			/^docs\/a\.md:2: a path of one machine/,
		);
	}
});

test("addresses and relative paths that only look like one are left alone", () => {
	for (const text of [
		"https://models.example/home/x",
		["./work", "x"].join("/"),
		"src/tmp/x",
		"a /home page",
		"dir/tmp.json",
	]) {
		assert.deepEqual(problems({ "docs/a.md": text }), []);
	}
});

test("hosts of registries are found", () => {
	for (const host of [
		["registry", "npmjs", "org"],
		["pypi", "org"],
		["crates", "io"],
	]) {
		assert.match(problems({ "README.md": `https://${host.join(".")}/x` })[0] ?? "", /a registry's host/);
	}
});

test("a lock file may name no download address, links into the workspace excepted", () => {
	const lock = (/** @type {object} */ entry) => JSON.stringify({ packages: { "node_modules/a": entry } });
	assert.deepEqual(problems({ "package-lock.json": lock({ version: "1.0.0" }) }), []);
	assert.deepEqual(problems({ "package-lock.json": lock({ resolved: "packages/a", link: true }) }), []);
	const found = problems({ "bench/package-lock.json": lock({ resolved: "https://host.example/a.tgz" }) });
	assert.match(found[0] ?? "", /^bench\/package-lock\.json: node_modules\/a has a download address/);
});

test("npm must be told to leave the addresses out", () => {
	assert.match(problems({ ".npmrc": "fund=false\n" })[0] ?? "", /must set omit-lockfile-registry-resolved/);
});
