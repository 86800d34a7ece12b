import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import type { AssistantMessage } from "../message/message.ts";
import type { Usage } from "../message/usage.ts";
import { checkStream, collect } from "./check-stream.ts";
import { counts } from "./counts.ts";
import { cutPlans, fewCuts, piecesOf } from "./cuts.ts";
import { chatModel, feed, hello } from "./feed.ts";
import { noShared, shared } from "./shared.ts";

/** The values that a reader should get from a recorded stream. */
interface Expected {
	text: string;
	reasoning: string;
	refusal?: string;
	toolCalls: { id: string | null; name: string; arguments: string; parsed: unknown }[];
	stopReason: string;
	stopReasonAlso?: string[];
	rawFinishReason: string | null;
	usage: {
		input?: number;
		cacheRead?: number;
		cacheWrite?: number;
		output?: number;
		reasoning?: number;
		total?: number;
	} | null;
	responseId: string | null;
	responseModel: string | null;
	error?: { message: string };
	citationUrls?: string[];
	citationCount?: number;
	counts?: { signatures?: number; encryptedReasoning?: number };
}

interface Recording {
	file: string;
	api: string;
}

const api = "openai-completions";
const seed = 20260601;
let streams = 0;
let cutRuns = 0;

if (shared === undefined) test("recorded streams", { skip: noShared }, () => {});
else {
	const corpus = join(shared, "corpus");
	const index = JSON.parse(readFileSync(join(corpus, "index.json"), "utf8")) as Recording[];
	for (const { file } of index.filter((recording) => recording.api === api)) {
		const body = readFileSync(join(corpus, file));
		const expected = JSON.parse(
			readFileSync(join(corpus, file.replace(/\.sse$/, ".expected.json")), "utf8"),
		) as Expected;
		test(file, async () => {
			const { message } = await checkStream(start(records(body), true));
			checkMessage(message, expected);
			streams++;
		});
		test(`${file}, however it is cut`, async () => {
			const all = await collect(start([body]));
			const whole = comparable(all.message);
			for (const { name, cuts } of cutPlans(body, seed)) {
				const stream = start(piecesOf(body, cuts));
				// Reading the events takes a third of the time: where the body is cut but once, the message will do.
				const { message, joined } =
					cuts.length > 1 ? await collect(stream) : { message: await stream.result(), joined: all.joined };
				const cut = comparable(message);
				// assert.equal is slow on long texts, so it only tells.
				if (cut !== whole) assert.equal(cut, whole, `cut ${name}`);
				assert.deepEqual(joined, all.joined, `cut ${name}`);
				cutRuns++;
			}
		});
	}
	test("no recorded stream and no cut was left out", () => {
		assert.equal(streams, counts.recordedStreams);
		if (!fewCuts) assert.equal(cutRuns, counts.cutRuns);
	});
	after(() => console.log(`recorded streams: ${streams} of ${counts.recordedStreams}, cut runs: ${cutRuns}`));
}

function start(pieces: Uint8Array[], paced = false) {
	return chatModel(feed({ pieces, paced }).fetch).stream(hello);
}

/** One record a read, as a live stream mostly comes. */
function records(body: Uint8Array): Uint8Array[] {
	const text = Buffer.from(body).toString("latin1");
	return piecesOf(
		body,
		[...text.matchAll(/\n\r?\n(?=.)/gs)].map((match) => match.index + match[0].length),
	);
}

/** All of a message that must not depend on the reads: all but its times. */
function comparable({ timestamp: _, timing: __, ...rest }: AssistantMessage): string {
	return JSON.stringify(rest);
}

function checkMessage(message: AssistantMessage, expected: Expected): void {
	const { content, usage } = message;
	const texts = content.flatMap((block) => (block.type === "text" ? [block] : []));
	const textOf = (refusal: boolean) =>
		texts.flatMap((block) => ((block.refusal ?? false) === refusal ? [block.text] : [])).join("");
	assert.equal(textOf(false), expected.text);
	assert.equal(textOf(true), expected.refusal ?? "");
	assert.equal(
		content.flatMap((block) => (block.type === "thinking" ? [block.thinking] : [])).join(""),
		expected.reasoning,
	);

	assert.equal(message.responseId ?? null, expected.responseId);
	assert.equal(message.responseModel ?? null, expected.responseModel);
	const stops = [expected.stopReason, ...(expected.stopReasonAlso ?? [])];
	assert.ok(stops.includes(message.stopReason), `${message.stopReason} is one of ${stops.join()}`);
	// A refusal has a word of its own, whatever the finish reason.
	const raw = expected.refusal === undefined ? expected.rawFinishReason : "refusal";
	assert.equal(message.rawStopReason ?? null, raw);
	if (expected.error) assert.ok(message.errorMessage?.includes(expected.error.message), message.errorMessage);

	checkCalls(message, expected);
	checkUsage(usage, expected.usage);
	checkCitations(message, expected);
	const sealed = JSON.stringify(content.map((block) => block.providerData ?? null));
	const { signatures = 0, encryptedReasoning = 0 } = expected.counts ?? {};
	assert.equal(sealed.match(/"signature":"[^"]/g)?.length ?? 0, signatures, "signatures are kept");
	assert.equal(
		sealed.match(/"type":"reasoning\.encrypted"/g)?.length ?? 0,
		encryptedReasoning,
		"sealed thoughts are kept",
	);
}

function checkUsage(usage: Usage, expected: Expected["usage"]): void {
	if (!expected) {
		assert.deepEqual(usage, { input: 0, output: 0, totalTokens: 0, unreported: true });
		return;
	}
	assert.deepEqual(
		[usage.input, usage.output, usage.totalTokens],
		[expected.input, expected.output, expected.total],
	);
	for (const count of ["cacheRead", "cacheWrite", "reasoning"] as const) {
		// The corpus does not know every spelling: where it has no number, 0 is right too, and nothing else is.
		if (expected[count] === undefined) assert.equal(usage[count] ?? 0, 0, count);
		else assert.equal(usage[count], expected[count], count);
	}
}

function checkCalls(message: AssistantMessage, expected: Expected): void {
	const calls = message.content.flatMap((block) => (block.type === "toolCall" ? [block] : []));
	assert.deepEqual(
		calls.map((call) => [call.name, call.rawArguments]),
		expected.toolCalls.map((call) => [call.name, call.arguments]),
	);
	for (const [place, call] of calls.entries()) {
		const { id, parsed } = expected.toolCalls[place]!;
		if (id) assert.equal(call.id, id);
		else assert.notEqual(call.id, "");
		// A call in a reply that failed has not ended, even where its text is whole.
		const whole = parsed !== null && message.stopReason !== "error";
		assert.deepEqual(call.arguments, whole ? parsed : {});
		assert.equal(call.argumentsError === undefined, whole);
	}
}

function checkCitations(message: AssistantMessage, expected: Expected): void {
	const annotations = message.content.flatMap((block) =>
		block.type === "text" ? (block.annotations ?? []) : [],
	);
	const count = expected.citationCount ?? expected.citationUrls?.length ?? 0;
	assert.equal(annotations.length, count);
	if (expected.citationUrls)
		assert.deepEqual(
			annotations.map((annotation) => annotation.url),
			expected.citationUrls,
		);
}
