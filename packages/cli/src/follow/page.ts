import { cut, displayWidth } from "../display-width.ts";
import type { Paint } from "../style.ts";
import type { OutputStream } from "../terminal.ts";
import { visible } from "../visible.ts";
import { write } from "../write.ts";
import type { Line } from "./line.ts";

/** No line is wider, whatever it has to show. */
const maxColumns = 80;

/** Prints sections of lines. */
export interface Page {
	/** A line that stands out. */
	title(text: string): void;
	/** A line that stands back. */
	note(text: string): void;
	/** A heading with a rule, and the lines of its section. */
	section(heading: string, lines: readonly Line[]): void;
	/** Writes what was printed so far. */
	flush(): Promise<void>;
}

/**
 * @param redact takes secrets out of a text
 */
export function openPage(stream: OutputStream, paint: Paint, redact: (text: string) => string): Page {
	const columns = Math.max(40, Math.min(maxColumns, stream.columns || maxColumns));
	let printed = "";

	const fitting = (text: string): string => cut(visible(redact(text)).trimEnd(), columns);

	function print(line: Line): void {
		printed += `${typeof line === "string" ? fitting(line) : paint(line[0], fitting(line[1]))}\n`;
	}

	return {
		title(text) {
			print(["bold", text]);
		},
		note(text) {
			print(["dim", text]);
		},
		section(heading, lines) {
			const start = `── ${heading} `;
			printed += "\n";
			print(["cyan", start + "─".repeat(Math.max(0, columns - displayWidth(start)))]);
			for (const line of lines) print(line);
		},
		async flush() {
			const text = printed;
			printed = "";
			await write(stream, text);
		},
	};
}
