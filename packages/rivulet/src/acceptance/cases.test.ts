import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { checkReplyWords, checkRequestWords } from "./case-words.ts";
import { type Case, loadCases } from "./cases.ts";
import { counts } from "./counts.ts";
import { runHttpErrorCase, runRequestCase, runStreamCase } from "./run-case.ts";
import { noShared, shared } from "./shared.ts";

const areas = [
	"sse",
	"chat-completions",
	"errors",
	"usage",
	"tools",
	"overflow",
	"request-mapping",
	"schema",
	"handoff",
];
const api = "openai-completions";

/** What is not built yet, with the reason. */
const handoff = "needs handoff(), which is not built yet";
const todo: Record<string, string> = {
	"handoff/call-without-result: Chat Completions, last message": handoff,
	"handoff/tool-ids-repeated-across-turns: the same id twice inside one turn": handoff,
};

const ran = { stream: 0, "http-error": 0, request: 0 };
const later = new Map<string, number>();

if (shared === undefined) test("cases", { skip: noShared }, () => {});
else {
	for (const example of loadCases(join(shared, "cases"), areas)) {
		const { kind, name, input } = example;
		if (kind === "behaviour") count(later, "scenarios in words (behaviour.test.ts has those on one call)");
		else if (input.api !== api) count(later, input.api);
		else {
			ran[kind]++;
			const options = todo[name] === undefined ? {} : { todo: todo[name] };
			test(name, options, () => run(kind, example));
		}
	}
	test("no case of Chat Completions was left out", () => assert.deepEqual(ran, counts.cases));
	after(() => {
		const total = ran.stream + ran["http-error"] + ran.request;
		const rest = [...later].map(([what, number]) => `${number} ${what}`).join(", ");
		console.log(`cases of ${api}: ${total} (${Object.keys(todo).length} to do); not run here: ${rest}`);
	});
}

async function run(kind: Exclude<Case["kind"], "behaviour">, example: Case): Promise<void> {
	if (kind === "request") checkRequestWords(await runRequestCase(example), example);
	else if (kind === "stream") checkReplyWords(await runStreamCase(example), example);
	else checkReplyWords(await runHttpErrorCase(example), example);
}

function count(of: Map<string, number>, what: string): void {
	of.set(what, (of.get(what) ?? 0) + 1);
}
