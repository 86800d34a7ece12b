/**
 * What a module imports: a small scanner, not a parser. It reads the forms that the formatter leaves, a
 * statement at the start of a line, and `import("...")` anywhere outside comments.
 */

const STATEMENT = /^[\t ]*(?:import|export)\s+(?:type\s+)?[\w$*{}\s,]*?\bfrom\s*["']([^"'\n]+)["']/gm;
const BARE = /^[\t ]*import\s*["']([^"'\n]+)["']/gm;
const CALL = /\bimport\(\s*["']([^"'\n]+)["']/g;

/**
 * The specifiers that a module's text imports or re-exports from, types included, each once.
 * @param {string} text
 * @returns {string[]}
 */
export function imports(text) {
	const code = withoutComments(text);
	const found = [STATEMENT, BARE, CALL].flatMap((form) =>
		[...code.matchAll(form)].map((match) => match[1] ?? ""),
	);
	return [...new Set(found)];
}

/**
 * A comment begins at the start of a line or after white space; so `"packages/*"` and `"https://..."` begin none.
 * @param {string} text
 */
function withoutComments(text) {
	return text.replace(/(^|\s)\/\*[\s\S]*?\*\//g, "$1").replace(/(^|\s)\/\/.*$/gm, "$1");
}
