/** `@rivulet/cli`: the `rivulet` command, for programs that start it or run it in their own process. */
export { errorExitCodes, exitCodeOf, exitCodes } from "./exit-codes.ts";
export { runCli } from "./run-cli.ts";
export { type InputStream, type OutputStream, processTerminal, type Terminal } from "./terminal.ts";
