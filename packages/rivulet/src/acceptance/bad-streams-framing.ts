import {
	type BadStream,
	delta,
	doneMarker,
	finish,
	good,
	goodOutcome,
	justHello,
	record,
	role,
	says,
	usage,
	usageRead,
} from "./bad-stream.ts";

const helloRead = { stop: "stop", raw: "stop", content: justHello, usage: usageRead } as const;
const openRouterComment = ": OPENROUTER PROCESSING\n\n";
const helloOnTwoLines = delta({ content: "Hello" }).replace('"model":"m",', '"model":"m",\ndata: ');

/** Records, line ends, comments and what else is between the bytes and the payloads. */
export const framing: BadStream[] = [
	{
		name: "ok_text",
		input: "text, all as documented",
		outcome: "done, the whole text and its usage",
		body: good,
		expect: goodOutcome,
	},
	{
		name: "no_done",
		input: "`[DONE]` is missing, all else is fine",
		outcome: "done, the whole text; a finish reason is an end",
		body: role + says("Hello ") + says("world") + finish("stop") + usage,
		expect: { ...goodOutcome, deviations: ["no-done-marker"] },
	},
	{
		name: "after_done",
		input: "more text after `[DONE]`",
		outcome: "done; nothing of what comes after the end",
		body: good + says("AFTER"),
		expect: { ...goodOutcome, deviations: ["data-after-done"], record: 7 },
	},
	{
		name: "malformed_json_mid",
		input: "one payload in the middle is no JSON",
		outcome: "error `protocol` that quotes the payload; what came before is kept, nothing after it",
		body:
			role +
			says("Hello ") +
			'data: {"choices":[{"index":0,"delta":{"content":"wo\n\n' +
			says("rld") +
			finish("stop") +
			usage +
			doneMarker,
		expect: {
			stop: "error",
			content: [{ text: "Hello " }],
			error: { kind: "protocol", says: ['{"choices":[{"index":0,"delta":'], atMost: 300 },
		},
	},
	{
		name: "empty_data",
		input: "`data:` with nothing after it, as a sign of life",
		outcome: "done; an empty payload is no payload",
		body: `${role}data: \n\n${says("Hello")}data:\n\n${finish("stop")}${usage}${doneMarker}`,
		expect: { ...helloRead, deviations: ["keep-alive-data"], record: 2 },
	},
	{
		name: "data_is_comment",
		input: "`data: : keepalive`, a comment where a payload should be",
		outcome: "done; keep-alive text is no payload",
		body: `${role}data: : keepalive\n\n${says("Hello")}${finish("stop")}${usage}${doneMarker}`,
		expect: { ...helloRead, deviations: ["keep-alive-data"], record: 2 },
	},
	{
		name: "comment_keepalive",
		input: "comment lines between and inside records",
		outcome: "done; comments are part of the format",
		body: `${openRouterComment}${role}${openRouterComment}: x\n${says("Hello")}${finish("stop")}${usage}${doneMarker}`,
		expect: helloRead,
	},
	{
		name: "crlf",
		input: "lines end in CR LF",
		outcome: "done, the whole text",
		body: good.replaceAll("\n", "\r\n"),
		expect: goodOutcome,
	},
	{
		name: "cr_only",
		input: "lines end in CR",
		outcome: "done, the whole text",
		body: good.replaceAll("\n", "\r"),
		expect: goodOutcome,
	},
	{
		name: "no_space",
		input: "no space after `data:`",
		outcome: "done, the whole text",
		body: good.replaceAll("data: ", "data:"),
		expect: goodOutcome,
	},
	{
		name: "bom",
		input: "a byte order mark before the first record",
		outcome: "done, the whole text",
		body: `\uFEFF${good}`,
		expect: goodOutcome,
	},
	{
		name: "event_field",
		input: "`event:` and `id:` lines in every record",
		outcome: "done, the whole text",
		body: good.replaceAll("data:", "event: message\nid: 7\ndata:"),
		expect: goodOutcome,
	},
	{
		name: "multi_line_data",
		input: "one payload on two `data:` lines",
		outcome: "done; the lines are one payload",
		body: role + helloOnTwoLines + finish("stop") + doneMarker,
		expect: { stop: "stop", raw: "stop", content: justHello },
	},
	{
		name: "multi_line_data_crlf",
		input: "one payload on two `data:` lines that end in CR LF",
		outcome: "done; a CR LF that the reads cut is one line end, not a blank line",
		body: (role + helloOnTwoLines + finish("stop") + doneMarker).replaceAll("\n", "\r\n"),
		expect: { stop: "stop", raw: "stop", content: justHello },
	},
	{
		name: "utf8_split",
		input: "characters of two to four bytes, cut by the reads",
		outcome: "done, every character whole in its delta",
		body: role + says("价格€😀") + finish("stop") + usage + doneMarker,
		expect: { stop: "stop", raw: "stop", content: [{ text: "价格€😀" }], usage: usageRead },
	},
	{
		name: "json_body_200",
		input: "a JSON completion where a stream was asked for",
		outcome: "done, read whole",
		contentType: "application/json",
		body: JSON.stringify({
			id: "cc",
			object: "chat.completion",
			created: 1,
			model: "m",
			choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
			usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
		}),
		expect: { ...helloRead, deviations: ["json-body"] },
	},
	{
		name: "json_error_200",
		input: "a JSON error with status 200",
		outcome: "error with the server's own words",
		contentType: "application/json",
		body: '{"error":{"message":"bad key","type":"invalid_request_error"}}',
		expect: {
			stop: "error",
			content: [],
			error: { kind: "invalid_request", retryable: false, says: ["bad key"] },
		},
	},
	{
		name: "html_200",
		input: "an HTML page with status 200 (a login page, a proxy)",
		outcome: "error `protocol` that says so",
		contentType: "text/html",
		body: "<html><body>Login</body></html>",
		expect: { stop: "error", content: [], error: { kind: "protocol", says: ["HTML"] } },
	},
	{
		name: "empty_body_200",
		input: "status 200 and an empty body",
		outcome: "error `stream_truncated`, retryable, that says so",
		body: "",
		expect: {
			stop: "error",
			content: [],
			error: { kind: "stream_truncated", retryable: true, says: ["empty"] },
		},
	},
	{
		name: "html_502",
		input: "an HTML page with status 502",
		outcome: "error `server`, retryable, with the status",
		status: 502,
		contentType: "text/html",
		body: "<html><h1>502 Bad Gateway</h1></html>",
		expect: {
			stop: "error",
			content: [],
			error: { kind: "server", retryable: true, status: 502, says: ["502"], atMost: 1000 },
		},
	},
	{
		name: "error_in_200_top",
		input: "an error object inside the stream",
		outcome: "error by its code, retryable; the text before it is kept",
		body:
			role + says("Hello") + record({ error: { message: "upstream overloaded", code: 502 } }) + doneMarker,
		expect: {
			stop: "error",
			content: justHello,
			error: { kind: "server", retryable: true, says: ["upstream overloaded"] },
		},
	},
	{
		name: "error_chunk_with_choices",
		input: "an error object beside the finish reason `error`",
		outcome: "error by its code, retryable; the text before it is kept",
		body:
			role +
			says("Hello") +
			delta({ content: "" }, "error", { error: { message: "provider disconnected", code: 502 } }) +
			doneMarker,
		expect: {
			stop: "error",
			content: justHello,
			error: { kind: "server", retryable: true, says: ["provider disconnected"] },
		},
	},
	{
		name: "event_error",
		input: "a record `event: error` with a bare message",
		outcome: "error `server` with the message; the text before it is kept",
		body: `${role}${says("Hello")}event: error\ndata: {"message":"boom"}\n\n`,
		expect: { stop: "error", content: justHello, error: { kind: "server", says: ["boom"] } },
	},
];
