import type { WireRecord } from "rivulet";
import { grouped, wrap } from "../display-width.ts";
import { visible } from "../visible.ts";
import type { Line } from "./line.ts";
import { type LongList, longList } from "./long-list.ts";
import { type RawRecord, rawRecords } from "./sse-records.ts";
import { milliseconds } from "./time.ts";

/** Layer 3: what came over the wire, of every attempt: each record as it came, with its time and size. */
export function recordsLayer(all: boolean): { take(record: WireRecord): void; lines(): Line[] } {
	const lines: Line[] = [];
	let list: LongList = newList();
	const records = rawRecords((record) => list.push((number) => recordLines(number, record)));

	function newList(): LongList {
		return all ? longList(Number.POSITIVE_INFINITY, 1) : longList(4, 2);
	}

	function flush(): void {
		records.end();
		lines.push(...list.lines());
		list = newList();
	}

	return {
		take(record) {
			if (record.type === "bytes") return records.push(record.bytes, record.at);
			flush();
			const when = `attempt ${record.attempt} ${milliseconds(record.at).padStart(9)}  `;
			switch (record.type) {
				case "request":
					lines.push(["dim", `${when}request, ${grouped(Buffer.byteLength(record.body))} bytes`]);
					break;
				case "response":
					lines.push(["dim", `${when}response ${record.status} ${record.headers["content-type"] ?? ""}`]);
					break;
				case "end":
					lines.push(["dim", `${when}end of the body`]);
					break;
				case "failure":
					lines.push(["red", `${when}failed: ${record.error.kind}: ${record.error.message}`]);
			}
		},
		lines() {
			flush();
			return lines.length > 0 ? lines : ["nothing was sent"];
		},
	};
}

/** What a record is about often stands at its end, so that one line would not do. */
function recordLines(number: number, { at, size, text }: RawRecord): Line[] {
	const shown = visible(text.replace(/\r\n|\r|\n/g, " ⏎ "));
	return [
		["dim", `${`${number}`.padStart(4)}      ${milliseconds(at).padStart(9)}  ${grouped(size)} bytes`],
		...wrap(shown, 75, 4).map((line) => `     ${line}`),
	];
}
