import type { ScriptedReply } from "./types.ts";

/** One server-sent event: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface SseRecord {
	event?: string;
	/** One line. */
	data: string;
}

/** What a reply may take from its request. */
export interface WireCall {
	/** The path without query. */
	path: string;
	/** The body, known to be an object that {@link WireForm.refusal} let pass. */
	body: Record<string, unknown>;
	/** Number of the reply, from 0. */
	index: number;
	/** Milliseconds since 1970. */
	at: number;
	/** Name of the model where the request has none. */
	model: string;
}

export interface WireError {
	status: number;
	message: string;
	code?: number | string;
}

/** How one protocol looks on the wire. The server has a list of them and takes the first that knows the request. */
export interface WireForm {
	knows(method: string, path: string): boolean;
	/** The key that a request carries. */
	keyOf(headers: Readonly<Record<string, string>>): string | undefined;
	/** Why the provider would refuse such a body with a 400. */
	refusal(body: Record<string, unknown>): string | undefined;
	/** The request asks for a stream. */
	streams(call: WireCall): boolean;
	/** The reply as a stream, without end marker. */
	records(reply: ScriptedReply, call: WireCall): SseRecord[];
	/** The end marker, where the protocol has one. */
	end?: SseRecord;
	/** The reply as one JSON value. */
	whole(reply: ScriptedReply, call: WireCall): unknown;
	/** The body of an HTTP error. */
	error(error: WireError): unknown;
	/** An error inside a stream. */
	errorRecord(error: WireError): SseRecord;
}

/** The script asks for what can't be done. The client gets a 500 with the reason. */
export class ScriptError extends Error {
	override name = "ScriptError";
}
