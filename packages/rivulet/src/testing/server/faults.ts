import type { Fault } from "./types.ts";
import { ScriptError } from "./wire-form.ts";

/** The records of a body, each in the pieces it is written in, and what follows the last of them. */
export interface FaultyRecords {
	parts: Uint8Array[][];
	ending: "end" | "drop" | "stall";
}

/**
 * Applies the faults that come after a number of records; the others change the whole body and are no concern here.
 *
 * @param streamed the body is an event stream
 * @param error what stands in place of the rest for `error-in-stream`
 * @throws {ScriptError} where the fault can't come, since a test would then pass for the wrong reason
 */
export function faultyRecords(
	records: readonly Uint8Array[],
	fault: Fault | undefined,
	streamed: boolean,
	error: readonly Uint8Array[] = [],
): FaultyRecords {
	const before = (count: number) => records.slice(0, Math.max(0, count)).map((record) => [record]);
	switch (fault?.kind) {
		case "drop":
		case "stall":
			return { parts: before(fault.after), ending: fault.kind };
		case "half-record": {
			const next = records[fault.after];
			if (!next) throw new ScriptError(`half-record: there are only ${records.length} records`);
			return { parts: [...before(fault.after), [next.subarray(0, next.length >> 1)]], ending: "end" };
		}
		case "half-character":
			return halfCharacter(records, fault.after, fault.resume === true);
		case "error-in-stream":
			if (!streamed) throw new ScriptError("error-in-stream: the request does not ask for a stream");
			return { parts: [...before(fault.after), ...error.map((record) => [record])], ending: "end" };
		default:
			return { parts: before(records.length), ending: "end" };
	}
}

/** In UTF-8 the first byte of a character of several bytes is 0xC2 to 0xF4; the cut comes behind it. */
function halfCharacter(records: readonly Uint8Array[], after: number, resume: boolean): FaultyRecords {
	const hasOne = (record: Uint8Array, index: number) => index >= after && record.some(isLeadByte);
	const at = records.findIndex(hasOne);
	const record = records[at];
	if (!record) throw new ScriptError(`half-character: no character of several bytes after ${after} records`);
	const border = record.findIndex(isLeadByte) + 1;
	const parts = records.map((whole) => [whole]);
	if (!resume) return { parts: [...parts.slice(0, at), [record.subarray(0, border)]], ending: "end" };
	parts[at] = [record.subarray(0, border), record.subarray(border)];
	return { parts, ending: "end" };
}

function isLeadByte(byte: number): boolean {
	return byte >= 0xc2 && byte <= 0xf4;
}
