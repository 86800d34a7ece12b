import type { ModelRequest } from "rivulet";
import type { Line } from "./line.ts";
import { shortened } from "./long-list.ts";

/** Layer 2: where the request goes, its redacted headers, its body, and what could not be carried over as it was. */
export function requestLayer({ url, headers, body, report }: ModelRequest, all: boolean): Line[] {
	const json = JSON.stringify(body, null, 2).split("\n");
	return [
		`POST ${url}`,
		...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
		"",
		...(all ? json : shortened(json, 40, 20)),
		"",
		`report     ${report.changes.length > 0 ? report.changes.join(", ") : "all was carried over as it is"}`,
		...report.deviations.map(
			({ name, at, detail = "" }): Line => ["red", `           ${name} at ${at} ${detail}`],
		),
	];
}
