import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { noShared, shared } from "../acceptance/shared.ts";
import type { ModelError } from "../message/model-error.ts";
import { classifyErrorObject, classifyReply } from "./classify.ts";

interface Reply {
	status: number;
	headers: Record<string, string>;
	body: string;
}

interface Expected {
	kind?: string;
	kindAlso?: string[];
	retryable?: boolean;
	retryableAlso?: boolean[];
	retryAfterMs?: number;
	retryAfterMsAlso?: number[];
	messageIncludes?: string;
	messageNotIncludes?: string;
	messageMaxLength?: number;
}

interface Example {
	name?: string;
	kind?: string;
	input: Partial<Reply> & { chunks?: string[] };
	expect: { error?: Expected };
	alsoAcceptable?: { error?: Expected };
	variants?: Example[];
}

const read = <T>(...path: string[]): T => JSON.parse(readFileSync(join(...path), "utf8")) as T;
const classify = ({ status, headers, body }: Reply): ModelError =>
	classifyReply({ status, headers: new Headers(headers), body }, Date.UTC(2026, 0));

function check(error: ModelError, expected: Expected): void {
	const oneOf = <T>(value: T, first: T | undefined, others: T[] = []): void => {
		if (first !== undefined)
			assert.ok([first, ...others].includes(value), `${value}, not ${first}: ${error.message}`);
	};
	oneOf<string>(error.kind, expected.kind, expected.kindAlso);
	oneOf(error.retryable, expected.retryable, expected.retryableAlso);
	oneOf(error.retryAfterMs, expected.retryAfterMs, expected.retryAfterMsAlso);
	const message = error.message.toLowerCase();
	assert.ok(message.includes((expected.messageIncludes ?? "").toLowerCase()), error.message);
	if (expected.messageNotIncludes) assert.ok(!message.includes(expected.messageNotIncludes.toLowerCase()));
	assert.ok(message.length <= (expected.messageMaxLength ?? 1_000));
}

if (shared === undefined) test("recorded errors", { skip: noShared }, () => {});
else {
	const recorded = join(shared, "corpus", "errors");
	for (const file of readdirSync(recorded).filter((name) => name !== "index.json")) {
		test(`recorded ${file}`, () => {
			const { expected, ...reply } = read<Reply & { expected: Expected }>(recorded, file);
			check(classify(reply), expected);
		});
	}

	const cases = join(shared, "cases");
	for (const area of readdirSync(cases).filter((name) => !name.includes("."))) {
		for (const file of readdirSync(join(cases, area))) {
			const main = read<Example>(cases, area, file);
			const examples = [main, ...(main.variants ?? [])];
			for (const { name = "main example", input, expect, alsoAcceptable } of examples) {
				if (main.kind === "http-error") {
					test(`case ${area}/${file}: ${name}`, () => check(classify(input as Reply), expect.error ?? {}));
				}
				for (const object of main.kind === "stream" ? errorObjects(input.chunks ?? []) : []) {
					const kindAlso = [alsoAcceptable?.error?.kind ?? "server"];
					test(`in a stream, case ${area}/${file}: ${name}`, () => {
						check(classifyErrorObject(object), { kindAlso, ...expect.error });
					});
				}
			}
		}
	}

	for (const { file } of read<{ file: string }[]>(shared, "corpus", "index.json")) {
		if (!file.endsWith(".sse")) continue;
		for (const object of errorObjects([readFileSync(join(shared, "corpus", file), "utf8")])) {
			test(`in a recorded stream: ${file}`, () => {
				const { error } = read<{ error: { message: string } }>(
					shared as string,
					"corpus",
					file.replace(".sse", ".expected.json"),
				);
				check(classifyErrorObject(object), { messageIncludes: error.message });
			});
		}
	}
}

/** The error objects of a stream: `error` members, Responses' error events and what a failed response gives. */
function errorObjects(chunks: string[]): unknown[] {
	const found: unknown[] = [];
	for (const record of chunks.join("").split(/\r?\n\r?\n/)) {
		const text = record
			.split(/\r?\n/)
			.filter((line) => !/^(event|id|:)/.test(line))
			.map((line) => line.replace(/^data: ?/, ""))
			.join("\n");
		let payload: { type?: string; error?: unknown; response?: { status?: string; error?: unknown } } | null;
		try {
			payload = JSON.parse(text);
		} catch {
			continue;
		}
		if (typeof payload !== "object" || payload === null) continue;
		if (payload.type === "error") found.push(payload);
		else if (payload.response?.status === "failed") found.push(payload.response.error);
		else if (payload.error) found.push(payload.error);
	}
	return found;
}
