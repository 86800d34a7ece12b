import {
	type BadStream,
	calls,
	doneMarker,
	finish,
	type OutcomeBlock,
	role,
	says,
	usage,
	usageRead,
} from "./bad-stream.ts";

const pathOf = (path: string) => JSON.stringify({ path });
const read = (id: string, path: string): OutcomeBlock => ({
	id,
	name: "read",
	raw: pathOf(path),
	value: { path },
});
const twoCalls = [read("a", "1"), read("b", "2")];
const toolUse = (content: OutcomeBlock[], ...deviations: string[]) =>
	({ stop: "toolUse", raw: "tool_calls", content, deviations }) as const;
const end = finish("tool_calls") + doneMarker;
const protoArguments = '{"path":"1","__proto__":{"polluted":true}}';

/** Calls: their ids, indexes, names and arguments. */
export const tools: BadStream[] = [
	{
		name: "tool_ok",
		input: "a call, all as documented",
		outcome: "done, the call may run",
		body:
			role +
			calls({ index: 0, id: "call-1", name: "read", args: '{"path":' }) +
			calls({ index: 0, args: '"a"}' }) +
			finish("tool_calls") +
			usage +
			doneMarker,
		expect: { ...toolUse([read("call-1", "a")]), usage: usageRead },
	},
	{
		name: "tool_no_id",
		input: "a call without an id",
		outcome: "done; an id is made up, the same one every time",
		body: role + calls({ index: 0, name: "read", args: pathOf("a") }) + end,
		expect: toolUse([read("", "a")], "missing-tool-id"),
	},
	{
		name: "tool_empty_id",
		input: 'a call whose id is ""',
		outcome: "done; an id is made up, the same one every time",
		body: role + calls({ index: 0, id: "", name: "read", args: pathOf("a") }) + end,
		expect: toolUse([read("", "a")], "missing-tool-id"),
	},
	{
		name: "tool_id_repeated",
		input: "id and name stand on every delta",
		outcome: "done, one call",
		body:
			role +
			calls({ index: 0, id: "a", name: "read", args: '{"path":' }) +
			calls({ index: 0, id: "a", name: "read", args: '"1"}' }) +
			end,
		expect: toolUse([read("a", "1")]),
	},
	{
		name: "tool_no_index",
		input: "two calls without an index",
		outcome: "done, both calls, told apart by their ids",
		body:
			role +
			calls({ id: "a", name: "read", args: pathOf("1") }, { id: "b", name: "read", args: pathOf("2") }) +
			end,
		expect: { ...toolUse(twoCalls, "missing-tool-index"), record: 2 },
	},
	{
		name: "tool_dup_index",
		input: "two calls with one index",
		outcome: "done, both calls; another id is another call",
		body:
			role +
			calls({ index: 0, id: "a", name: "read", args: pathOf("1") }) +
			calls({ index: 0, id: "b", name: "read", args: pathOf("2") }) +
			end,
		expect: { ...toolUse(twoCalls, "tool-index-reused"), record: 3 },
	},
	{
		name: "tool_index_from_1",
		input: "indexes that start at 1",
		outcome: "done, both calls",
		body:
			role +
			calls({ index: 1, id: "a", name: "read", args: pathOf("1") }) +
			calls({ index: 2, id: "b", name: "read", args: pathOf("2") }) +
			end,
		expect: toolUse(twoCalls, "tool-index-gap"),
	},
	{
		name: "tool_index_4_2",
		input: "index 4, text, index 2, their pieces mixed",
		outcome: "done, call, text, call in the order in which they began",
		body:
			role +
			calls({ index: 4, id: "a", name: "read", args: '{"path":' }) +
			says("mid") +
			calls({ index: 2, id: "b", name: "read", args: '{"path":' }) +
			calls({ index: 4, args: '"1"}' }) +
			calls({ index: 2, args: '"2"}' }) +
			end,
		expect: toolUse([read("a", "1"), { text: "mid" }, read("b", "2")], "tool-index-gap"),
	},
	{
		name: "tool_late_name",
		input: "the name comes after the first arguments",
		outcome: "done, no piece of the arguments is lost",
		body:
			role +
			calls({ index: 0, id: "a", args: '{"pa' }) +
			calls({ index: 0, name: "read", args: 'th":"1"}' }) +
			end,
		expect: toolUse([read("a", "1")]),
	},
	{
		name: "tool_empty_args",
		input: "a call whose arguments are empty",
		outcome: "done, a call with `{}`",
		body: role + calls({ index: 0, id: "a", name: "now", args: "" }) + end,
		expect: toolUse([{ id: "a", name: "now", raw: "", value: {} }]),
	},
	{
		name: "tool_bad_args",
		input: "arguments that stop in the middle, reported as `tool_calls`",
		outcome: "done, with a cut call: it can't run, and the loop answers it with an error",
		body: role + calls({ index: 0, id: "a", name: "read", args: '{"path":' }) + end,
		expect: toolUse([{ id: "a", name: "read", raw: '{"path":' }]),
	},
	{
		name: "tool_length_truncated",
		input: "arguments cut by the token limit",
		outcome: "done `length`, with a cut call",
		body:
			role +
			calls({ index: 0, id: "a", name: "read", args: '{"path":"/etc/ho' }) +
			finish("length") +
			doneMarker,
		expect: { stop: "length", raw: "length", content: [{ id: "a", name: "read", raw: '{"path":"/etc/ho' }] },
	},
	{
		name: "tool_partial_no_finish_end",
		input: "the body ends inside the arguments",
		outcome: "error `stream_truncated`, retryable; the cut call is kept",
		body: role + calls({ index: 0, id: "a", name: "read", args: '{"path":"1' }),
		expect: {
			stop: "error",
			content: [{ id: "a", name: "read", raw: '{"path":"1' }],
			error: { kind: "stream_truncated", retryable: true },
		},
	},
	{
		name: "tool_no_finish_end",
		input: "the body ends after whole arguments, without a finish reason",
		outcome: "error `stream_truncated`, retryable; the call is kept, but it has not ended",
		body: role + calls({ index: 0, id: "a", name: "read", args: pathOf("1") }),
		expect: {
			stop: "error",
			content: [{ id: "a", name: "read", raw: pathOf("1") }],
			error: { kind: "stream_truncated", retryable: true },
		},
	},
	{
		name: "tool_args_object",
		input: "arguments as an object, not as text",
		outcome: "done, the object as compact JSON",
		body: role + calls({ index: 0, id: "a", name: "read", args: { path: "x" } }) + end,
		expect: { ...toolUse([read("a", "x")], "tool-arguments-not-text"), record: 2 },
	},
	{
		name: "tool_finish_stop",
		input: "finish reason `stop` though a call is whole",
		outcome: "done `toolUse`; the whole call decides",
		body: role + calls({ index: 0, id: "a", name: "read", args: pathOf("1") }) + finish("stop") + doneMarker,
		expect: { stop: "toolUse", raw: "stop", content: [read("a", "1")], deviations: ["stop-with-tool-calls"] },
	},
	{
		name: "finish_tool_calls_none",
		input: "finish reason `tool_calls` without a call",
		outcome: "error `malformed_output`; the text is kept",
		body: role + says("hi") + end,
		expect: {
			stop: "error",
			raw: "tool_calls",
			content: [{ text: "hi" }],
			error: { kind: "malformed_output" },
		},
	},
	{
		name: "tool_proto",
		input: "arguments with a member `__proto__`",
		outcome: "done; it is a member like any other, and no prototype changes",
		body: role + calls({ index: 0, id: "a", name: "read", args: protoArguments }) + end,
		expect: toolUse([{ id: "a", name: "read", raw: protoArguments, value: JSON.parse(protoArguments) }]),
	},
];
