import { cutBytes } from "./cut.ts";
import { faultyRecords } from "./faults.ts";
import type { ScriptedReply } from "./types.ts";
import type { SseRecord, WireCall, WireError, WireForm } from "./wire-form.ts";

/** An answer, ready to be sent. */
export interface Plan {
	status: number;
	headers: Record<string, string>;
	/** What is written, each piece by itself. */
	pieces: Uint8Array[];
	/** What follows the last piece. */
	ending: "end" | "drop" | "stall";
	/** Without a head the ending comes at once. */
	head: boolean;
	delayMs: number;
	headDelayMs: number;
	/** A comment every so many milliseconds while it stalls. */
	stallComment?: { bytes: Uint8Array; everyMs: number };
}

interface Body {
	status: number;
	type: string;
	records: Uint8Array[];
}

const eventStream = "text/event-stream; charset=utf-8";
const json = "application/json";
const page =
	"<!doctype html>\n<html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>\n";
const upstream = "The upstream provider failed";

/**
 * Works a reply out to the last byte, without I/O.
 *
 * @throws {ScriptError} where the reply asks for what can't be done
 */
export function planReply(reply: ScriptedReply, wire: WireForm, call: WireCall): Plan {
	const { fault, keepAliveEvery = 0, lineEnd = "\n" } = reply;
	const { status, type, records } = bodyOf(reply, wire, call);
	const end = reply.done === false || !wire.end ? [] : [encode(sse(wire.end, lineEnd))];
	const error =
		fault?.kind === "error-in-stream"
			? [encode(sse(wire.errorRecord(errorOf(fault)), lineEnd)), ...end]
			: undefined;
	const { parts, ending } = faultyRecords(records, fault, type === eventStream, error);
	const comment = encode(`: keep-alive${lineEnd}${lineEnd}`);
	const commented = type === eventStream && reply.raw === undefined && keepAliveEvery > 0;
	const pieces = parts.flatMap((part, index) =>
		commented && (index + 1) % keepAliveEvery === 0 && index + 1 < parts.length ? [...part, comment] : part,
	);
	const everyMs = fault?.kind === "stall" ? (fault.keepAliveMs ?? 0) : 0;
	return {
		status,
		headers: headersOf(reply, type, call),
		pieces: (reply.cut === undefined ? pieces : cutBytes(pieces, reply.cut)).filter(
			(piece) => piece.length > 0,
		),
		ending,
		head: !((fault?.kind === "drop" || fault?.kind === "stall") && fault.after < 0),
		delayMs: reply.delayMs ?? 0,
		headDelayMs: reply.headDelayMs ?? 0,
		...(everyMs > 0 && { stallComment: { bytes: comment, everyMs } }),
	};
}

/** An answer of one JSON value, for what the server says by itself. */
export function planJson(status: number, value: unknown, headers: Record<string, string> = {}): Plan {
	return {
		status,
		headers: { "content-type": json, ...headers },
		pieces: [encode(JSON.stringify(value))],
		ending: "end",
		head: true,
		delayMs: 0,
		headDelayMs: 0,
	};
}

function bodyOf(reply: ScriptedReply, wire: WireForm, call: WireCall): Body {
	const { fault, raw, status = 200, done = true, lineEnd = "\n" } = reply;
	const streamType = wire.streams(call) ? eventStream : json;
	const jsonBody = (value: unknown, as = status): Body => {
		return { status: as, type: json, records: [encode(JSON.stringify(value))] };
	};
	const failed = (as: number, code?: number | string, message = `Scripted error with status ${as}`): Body =>
		jsonBody(wire.error({ status: as, message, ...(code !== undefined && { code }) }), as);
	switch (fault?.kind) {
		case "html":
			return { status, type: "text/html; charset=utf-8", records: [encode(page)] };
		case "json-body":
			return jsonBody(wire.whole(reply, call));
		case "json-error":
			return jsonBody(wire.error(errorOf(fault)));
		case "empty":
			return { status, type: streamType, records: [] };
		case "status":
			if (fault.body === undefined) return failed(fault.status, fault.code, fault.message);
			return { status: fault.status, type: json, records: [encode(fault.body)] };
	}
	if (raw !== undefined)
		return { status, type: streamType, records: (Array.isArray(raw) ? raw : [raw]).map(encode) };
	if (status >= 400 && reply.content === undefined) return failed(status);
	if (streamType === json) return jsonBody(wire.whole(reply, call));
	const records = [...wire.records(reply, call), ...(done && wire.end ? [wire.end] : [])];
	return { status, type: eventStream, records: records.map((record) => encode(sse(record, lineEnd))) };
}

/** A number for a code is the status that the error would have had, as gateways send it. */
function errorOf({ code, message = upstream }: { code?: number | string; message?: string }): WireError {
	const status = typeof code === "number" ? code : 500;
	return { status, message, ...(code !== undefined && { code }) };
}

function headersOf(reply: ScriptedReply, type: string, call: WireCall): Record<string, string> {
	const { fault, headers = {}, contentType = type } = reply;
	const all: Record<string, string> = { "x-request-id": `req_scripted_${call.index}` };
	if (contentType !== "") all["content-type"] = contentType;
	if (type === eventStream) all["cache-control"] = "no-cache";
	if (fault?.kind === "status" && fault.retryAfter !== undefined) all["retry-after"] = fault.retryAfter;
	for (const [name, value] of Object.entries(headers)) all[name.toLowerCase()] = value;
	return all;
}

function sse({ event, data }: SseRecord, lineEnd: string): string {
	return `${event === undefined ? "" : `event: ${event}${lineEnd}`}data: ${data}${lineEnd}${lineEnd}`;
}

function encode(value: string | Uint8Array): Uint8Array {
	return typeof value === "string" ? Buffer.from(value) : value;
}
