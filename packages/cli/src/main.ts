#!/usr/bin/env node
import { runCli } from "./run-cli.ts";
import { processTerminal } from "./terminal.ts";

const code = await runCli(process.argv.slice(2), processTerminal());
// Output first: `process.exit` would cut it off. Then out, since a connection that fetch keeps open must not hold us.
for (const stream of [process.stdout, process.stderr]) {
	if (!stream.destroyed) await new Promise<void>((resolve) => stream.write("", () => resolve()));
}
process.exit(code);
