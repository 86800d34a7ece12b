#!/usr/bin/env node
import { runCli } from "./run-cli.ts";
import { processTerminal } from "./terminal.ts";

// The process ends by itself when its output has been written; `process.exit` would cut that off.
process.exitCode = await runCli(process.argv.slice(2), processTerminal());
