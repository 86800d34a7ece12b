/**
 * The text of the first heading of a Markdown document, without its marks (https://spec.commonmark.org, ATX and setext
 * headings); `undefined` where there is none. What stands in fenced code is no heading.
 */
export function firstHeading(markdown: string): string | undefined {
	let fence: string | undefined;
	let before = "";
	for (const line of markdown.split(/\r\n|\r|\n/)) {
		const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
		if (fence !== undefined) {
			if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
			continue;
		}
		fence = mark;
		const atx = /^ {0,3}#{1,6}(?:[ \t]+(.*))?$/.exec(line);
		const setext = before.trim() !== "" && /^ {0,3}(?:=+|-+)[ \t]*$/.test(line) ? before : undefined;
		const heading = plain(atx ? (atx[1] ?? "").replace(/(?:^|[ \t]+)#+[ \t]*$/, "") : (setext ?? ""));
		if (heading !== "") return heading;
		before = line;
	}
	return undefined;
}

/** Without images, links and marks of emphasis and code. */
function plain(text: string): string {
	return text
		.replace(/!\[[^\]]*\]\([^)]*\)/g, "")
		.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
		.replace(/[`*]/g, "")
		.trim();
}
