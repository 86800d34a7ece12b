/**
 * The rules of the house that no compiler knows: which room may import which, where Node may be used, how long
 * a file may be. CONTRIBUTING.md says them in words. `node scripts/house-rules.js` prints what breaks them.
 */

import { builtinModules } from "node:module";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { imports } from "./imports.js";
import { readJson, repositoryFiles, root } from "./workspace.js";

/** A room may import the rooms named before it. */
const ROOMS = ["message", "stream", "wire", "handoff", "api", "models", "testing", "node"];
/** The last room that the root entry point re-exports from: test doubles and Node have entries of their own. */
const LAST_ROOM_OF_ROOT = "models";
const HOUSE = "packages/rivulet/src/";

const MAX_LINES = 400;
/** Files that may be longer, with the reason: `["path", "why it can't be cut"]`. Empty, and best kept so. */
const LONG_FILES = new Map();

const FORBIDDEN_FOLDERS = new Set(["util", "utils"]);

/**
 * What breaks the rules, one sentence each; an empty list when the house is in order.
 * @param {Map<string, string>} files path from the root, with forward slashes, to text
 * @param {{ dependencies?: Record<string, string>, longFiles?: Map<string, string> }} [facts] the runtime
 *   dependencies of packages/rivulet, and the files that may be long
 */
export function houseRules(files, { dependencies = {}, longFiles = LONG_FILES } = {}) {
	const problems = [];
	/** @type {Map<string, string[]>} */
	const graph = new Map();
	for (const [path, text] of files) {
		if (!/\.([cm]?[jt]s|tsx)$/.test(path)) continue;
		problems.push(...lengthProblems(path, text, longFiles));
		if (path.split("/").some((part) => FORBIDDEN_FOLDERS.has(part))) {
			problems.push(
				`${path}: name the folder after what is in it, not ${posix.dirname(path).split("/").pop()}`,
			);
		}
		const inside = [];
		for (const specifier of imports(text)) {
			if (specifier.startsWith(".")) {
				const target = posix.join(posix.dirname(path), specifier);
				inside.push(target);
				problems.push(...roomProblems(path, target));
			} else {
				problems.push(...outsideProblems(path, specifier, dependencies));
			}
		}
		graph.set(path, inside);
	}
	for (const path of longFiles.keys()) {
		if (!files.has(path)) problems.push(`${path}: is on the list of long files but isn't there`);
	}
	problems.push(...cycles(graph).map((cycle) => `${cycle.join(" -> ")}: circular import`));
	return problems;
}

/** @param {string} path @param {string} text @param {Map<string, string>} longFiles */
function lengthProblems(path, text, longFiles) {
	const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
	const mayBeLong = longFiles.has(path);
	if (lines > MAX_LINES && !mayBeLong) return [`${path}: ${lines} lines, at most ${MAX_LINES}`];
	if (lines <= MAX_LINES && mayBeLong) return [`${path}: no longer needs to be on the list of long files`];
	return [];
}

/** @param {string} path @param {string} target the file that it imports */
function roomProblems(path, target) {
	if (!path.startsWith(HOUSE)) {
		return target.startsWith(HOUSE) ? [`${path}: imports ${target} by path, not by the package's name`] : [];
	}
	if (!target.startsWith(HOUSE)) return [`${path}: imports ${target} from outside its package`];
	if (isTest(target) && !(isTest(path) && isHelper(target))) return [`${path}: imports the test ${target}`];
	// Tests may use every room: a test of `wire` needs the server in `testing`.
	if (isTest(path) || roomOf(path) === "acceptance") return [];
	if (needsNode(target) && !needsNode(path)) return [`${path}: runs everywhere, but ${target} needs Node`];
	const from = rank(path);
	if (rank(target) > from) return [`${path}: ${roomOf(path)} may not import ${roomOf(target)} (${target})`];
	const [api, other] = [protocolOf(path), protocolOf(target)];
	if (api && other && api !== other) return [`${path}: ${api} may not load ${other}, share through api/`];
	return [];
}

/** @param {string} path @param {string} specifier @param {Record<string, string>} dependencies */
function outsideProblems(path, specifier, dependencies) {
	if (!path.startsWith(HOUSE)) return [];
	if (specifier.startsWith("node:") || builtinModules.includes(specifier)) {
		return needsNode(path) || isTest(path)
			? []
			: [`${path}: runs everywhere, so it may not import ${specifier}`];
	}
	if (isTest(path) || roomOf(path) === "acceptance") return [];
	const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
	return dependencies[name] ? [] : [`${path}: ${name} is no runtime dependency of the package`];
}

/** The room of a file of packages/rivulet; the root entry point is no room and is called `index`. @param {string} path */
function roomOf(path) {
	const [first = "", ...rest] = path.slice(HOUSE.length).split("/");
	return rest.length === 0 ? "index" : first;
}

/** Where a file stands in the order of rooms; what is in no known room may be imported by none. @param {string} path */
function rank(path) {
	const room = roomOf(path);
	// Above `models`, which it may import, and below `testing`, which it may not.
	if (room === "index") return ROOMS.indexOf(LAST_ROOM_OF_ROOT) + 0.5;
	const at = ROOMS.indexOf(room);
	return at === -1 ? ROOMS.length : at;
}

/** @param {string} path */
function protocolOf(path) {
	return /^api\/([^/]+)\//.exec(path.slice(HOUSE.length))?.[1];
}

/** @param {string} path */
function needsNode(path) {
	return /^(node|testing\/server|acceptance)\//.test(path.slice(HOUSE.length));
}

/** A test, or what only tests use. @param {string} path */
function isTest(path) {
	return /\.test\.[cm]?[jt]s$/.test(path) || isHelper(path);
}

/** @param {string} path */
function isHelper(path) {
	return /\.test\.helper\.[cm]?[jt]s$/.test(path);
}

/**
 * Circles of imports, each once, as the files in order with the first one repeated at the end.
 * @param {Map<string, string[]>} graph
 */
function cycles(graph) {
	/** @type {string[][]} */
	const found = [];
	const done = new Set();
	/** @type {string[]} */
	const open = [];
	/** @param {string} path */
	const visit = (path) => {
		if (done.has(path)) return;
		const at = open.indexOf(path);
		if (at !== -1) {
			found.push([...open.slice(at), path]);
			return;
		}
		open.push(path);
		for (const target of graph.get(path) ?? []) visit(target);
		open.pop();
		done.add(path);
	};
	for (const path of graph.keys()) visit(path);
	return found;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
	const { dependencies } = readJson(join(root, "packages/rivulet/package.json"));
	const problems = houseRules(repositoryFiles(), { dependencies });
	for (const problem of problems) console.error(problem);
	process.exitCode = problems.length === 0 ? 0 : 1;
}
