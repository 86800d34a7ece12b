/** The command was called in a way that can't work. Its message names the option; no call was made. */
export class UsageError extends Error {
	override name = "UsageError";
}
