/**
 * `npm run bench -- [options]`: measures Rivulet against the floor and against its peers; `--help` lists the
 * options. The peers are no part of the workspace: the first run installs them into bench/peers.
 */

import { join } from "node:path";
import { ready } from "./ready.js";
import { root, run } from "./workspace.js";

await ready();
process.exitCode = await run(process.execPath, [join(root, "bench/run.js"), ...process.argv.slice(2)]);
