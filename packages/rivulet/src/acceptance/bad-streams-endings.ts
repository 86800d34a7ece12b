import {
	type BadStream,
	chunk,
	delta,
	doneMarker,
	finish,
	type Outcome,
	role,
	says,
	usageOf,
} from "./bad-stream.ts";

const half = role + says("Hello ") + says("wor");
const halfRead = [{ text: "Hello wor" }];
const aborted = { kind: "aborted", message: "Request was aborted", retryable: false } as const;
const done = (text: string, ...deviations: string[]): Outcome => ({
	stop: "stop",
	raw: "stop",
	content: [{ text }],
	deviations,
});
const choice = (index: number, content: string) => ({
	index,
	delta: { role: "assistant", content },
	finish_reason: null,
});
const choiceEnd = (index: number) => ({ index, delta: {}, finish_reason: "stop" });

/** How replies end, and what else is odd inside the payloads. */
export const endings: BadStream[] = [
	{
		name: "no_finish_clean_end",
		input: "the body ends without a finish reason",
		outcome: "error `stream_truncated`, retryable; the text is kept",
		body: half,
		expect: { stop: "error", content: halfRead, error: { kind: "stream_truncated", retryable: true } },
	},
	{
		name: "no_finish_but_done",
		input: "`[DONE]` without a finish reason",
		outcome: "error `stream_truncated`, retryable; the text is kept",
		body: role + says("Hello ") + doneMarker,
		expect: {
			stop: "error",
			content: [{ text: "Hello " }],
			error: { kind: "stream_truncated", retryable: true },
		},
	},
	{
		name: "no_finish_but_done_optional",
		input: '`[DONE]` without a finish reason, from a server with `compat.finishReason: "optional"`',
		outcome: "done; `[DONE]` is an end there",
		body: role + says("Hello ") + doneMarker,
		finishReason: "optional",
		expect: { stop: "stop", content: [{ text: "Hello " }] },
	},
	{
		name: "socket_cut",
		input: "the socket is destroyed in the middle",
		outcome: "error `network`, retryable; the text is kept",
		body: half,
		after: "cut",
		expect: { stop: "error", content: halfRead, error: { kind: "network", retryable: true } },
	},
	{
		name: "slow_abort",
		input: "nothing more comes, and the caller aborts",
		outcome: "aborted; the text is kept",
		body: half,
		after: "hang",
		during: "abort",
		expect: { stop: "aborted", content: halfRead, error: aborted },
	},
	{
		name: "slow_timeout",
		input: "nothing more comes until `timeouts.idle` has run out",
		outcome: "error `timeout`, retryable; the text is kept",
		body: half,
		after: "hang",
		during: "idle",
		expect: { stop: "error", content: halfRead, error: { kind: "timeout", retryable: true } },
	},
	{
		name: "hang_before_first",
		input: "nothing comes after the response headers, and the caller aborts",
		outcome: "aborted, a lone error event",
		body: "",
		after: "hang",
		during: "abort",
		expect: { stop: "aborted", content: [], error: aborted },
	},
	{
		name: "hang_before_first_timeout",
		input: "nothing comes after the response headers until `timeouts.firstEvent` has run out",
		outcome: "error `timeout`, retryable, a lone error event",
		body: "",
		after: "hang",
		during: "firstEvent",
		expect: { stop: "error", content: [], error: { kind: "timeout", retryable: true } },
	},
	{
		name: "finish_unknown",
		input: "finish reason `eos`, which OpenAI does not have",
		outcome: "done; it is a known word for the end",
		body: role + says("hi") + finish("eos") + doneMarker,
		expect: { ...done("hi", "nonstandard-finish-reason"), raw: "eos" },
	},
	{
		name: "finish_content_filter",
		input: "finish reason `content_filter`",
		outcome: "error `content_filter`, not retryable; the text is kept",
		body: role + says("hi") + finish("content_filter") + doneMarker,
		expect: {
			stop: "error",
			raw: "content_filter",
			content: [{ text: "hi" }],
			error: { kind: "content_filter", retryable: false },
		},
	},
	{
		name: "text_after_finish",
		input: "text after the finish reason",
		outcome: "done, all of the text",
		body: role + says("a") + finish("stop") + says("b") + doneMarker,
		expect: { ...done("ab", "content-after-finish"), record: 4 },
	},
	{
		name: "usage_every_chunk",
		input: "growing usage on every chunk",
		outcome: "done, the last usage; counts are never added up",
		body:
			delta({ role: "assistant", content: "" }, null, usageOf(10, 0)) +
			says("a", usageOf(10, 1)) +
			says("b", usageOf(10, 2)) +
			finish("stop", usageOf(10, 2)) +
			chunk([], usageOf(10, 2)) +
			doneMarker,
		expect: { ...done("ab", "usage-repeated"), record: 2, usage: [10, 2, 12] },
	},
	{
		name: "usage_absent",
		input: "no usage",
		outcome: "done; the usage says that it is not known",
		body: role + says("a") + finish("stop") + doneMarker,
		expect: done("a"),
	},
	{
		name: "usage_null",
		input: "usage is null",
		outcome: "done; the usage says that it is not known",
		body:
			delta({ role: "assistant", content: "" }, null, { usage: null }) +
			says("a") +
			finish("stop", { usage: null }) +
			doneMarker,
		expect: done("a"),
	},
	{
		name: "content_number",
		input: "text that is a number",
		outcome: "error `protocol` that names the place",
		body: role + delta({ content: 42 }) + finish("stop") + doneMarker,
		expect: {
			stop: "error",
			content: [],
			error: {
				kind: "protocol",
				message: "Invalid provider chunk: choices[0].delta.content must be a string",
			},
		},
	},
	{
		name: "reasoning_content",
		input: "thinking in `reasoning_content`",
		outcome: "done, a thinking block, then the text",
		body:
			role +
			delta({ reasoning_content: "think " }) +
			delta({ reasoning_content: "hard" }) +
			says("ans") +
			finish("stop") +
			doneMarker,
		expect: { stop: "stop", raw: "stop", content: [{ thinking: "think hard" }, { text: "ans" }] },
	},
	{
		name: "two_choices",
		input: "a second choice that nobody asked for",
		outcome: "done, the first choice",
		body: chunk([choice(0, "A"), choice(1, "B")]) + chunk([choiceEnd(0), choiceEnd(1)]) + doneMarker,
		expect: { ...done("A", "extra-choice"), record: 1 },
	},
];
