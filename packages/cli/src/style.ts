import type { OutputStream, Terminal } from "./terminal.ts";

const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], cyan: [36, 39] } as const;

export type Style = keyof typeof codes;
export type Paint = (style: Style, text: string) => string;

/**
 * Colour for a terminal alone, and not where `NO_COLOR` is set to anything (https://no-color.org), where the terminal
 * is `dumb`, or where `wanted` is false.
 */
export function painter(stream: OutputStream, env: Terminal["env"], wanted: boolean): Paint {
	if (!wanted || !stream.isTTY || env.NO_COLOR || env.TERM === "dumb") return (_, text) => text;
	return (style, text) => `\x1b[${codes[style][0]}m${text}\x1b[${codes[style][1]}m`;
}
