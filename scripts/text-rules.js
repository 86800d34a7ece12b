/**
 * The repository speaks of the project alone: no path of one machine, no registry's host. The lock file names no
 * download addresses, so that it holds for whatever registry a machine uses.
 * `node scripts/text-rules.js` prints what breaks this.
 */

import { pathToFileURL } from "node:url";
import { repositoryFiles } from "./workspace.js";

const FORBIDDEN = [
	{
		what: "a path of one machine",
		pattern: /(?:(?<![\w./-])|file:\/\/)\/(?:work|root|home|Users|tmp)\/[\w.@-]+/,
	},
	{ what: "a path of one machine", pattern: /\b[A-Z]:\\+Users\\/i },
	{
		what: "a registry's host",
		pattern:
			/\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.|\bnpm\.pkg\.github\.|\bpypi\.org\b|\bpythonhosted\.org\b|\bcrates\.io\b|\bproxy\.golang\.|\bdeb\.debian\./,
	},
];

/**
 * What breaks the rules, one line each.
 * @param {Map<string, string>} files path from the root to text
 */
export function textRules(files) {
	const problems = [];
	for (const [path, text] of files) {
		if (/(^|\/)package-lock\.json$/.test(path)) {
			problems.push(...lockProblems(path, JSON.parse(text)));
			continue;
		}
		for (const [at, line] of text.split("\n").entries()) {
			for (const { what, pattern } of FORBIDDEN) {
				const found = pattern.exec(line);
				if (found) problems.push(`${path}:${at + 1}: ${what} (${found[0]})`);
			}
		}
	}
	if (!/^omit-lockfile-registry-resolved=true$/m.test(files.get(".npmrc") ?? "")) {
		problems.push(".npmrc: must set omit-lockfile-registry-resolved=true");
	}
	return problems;
}

/** @param {string} path @param {{ packages: Record<string, { resolved?: string, link?: boolean }> }} lock */
function lockProblems(path, lock) {
	return Object.entries(lock.packages)
		.filter(([, entry]) => entry.resolved !== undefined && !entry.link)
		.map(
			([name]) => `${path}: ${name} has a download address, write the file anew with the settings of .npmrc`,
		);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	const problems = textRules(repositoryFiles());
	for (const problem of problems) console.error(problem);
	process.exitCode = problems.length === 0 ? 0 : 1;
}
