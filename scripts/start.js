// `npm start -- ARGUMENTS`: follows one model call layer by layer in the terminal.

import { join } from "node:path";
import { ready } from "./ready.js";
import { root, run } from "./workspace.js";

await ready();
const program = join(root, "packages/cli/dist/main.js");
process.exitCode = await run(process.execPath, [program, "follow", ...process.argv.slice(2)], {
	// npm moves to the workspace's folder; file names are meant from where the user is.
	cwd: process.env.INIT_CWD ?? process.cwd(),
});
