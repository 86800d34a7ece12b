import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { badStreams } from "./bad-streams.ts";

const page = readFileSync(new URL("../../../../docs/bad-streams.md", import.meta.url), "utf8");

test("the page on bad streams has a row for each that is tested, with its deviations, and no other", () => {
	const rows = [...page.matchAll(/^\| `([a-z0-9_]+)` \|.*\| (.*) \|$/gm)].map(([, name, last = ""]) => ({
		name,
		deviations: [...last.matchAll(/`([^`]+)`/g)].map(([, deviation]) => deviation),
	}));
	const tested = badStreams.map(({ name, expect }) => ({ name, deviations: [...(expect.deviations ?? [])] }));
	assert.deepEqual(rows, tested);
});

test("the page on bad streams explains each deviation that a test expects", () => {
	for (const { expect } of badStreams) {
		for (const name of expect.deviations ?? []) assert.ok(page.includes(`\n| \`${name}\` |`), name);
	}
});
