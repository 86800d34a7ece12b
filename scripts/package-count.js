/** How many packages `npm ci` installs here, the workspace's own not counted; fails over the limit. */

import { join } from "node:path";
import { readJson, root } from "./workspace.js";

const MAX_PACKAGES = 60;

const notes = readJson(join(root, "node_modules/.package-lock.json"));
const count = Object.entries(notes.packages).filter(
	([path, entry]) => path.includes("node_modules/") && !entry.link,
).length;
console.log(`Installed packages: ${count} of at most ${MAX_PACKAGES}`);
process.exitCode = count <= MAX_PACKAGES ? 0 : 1;
