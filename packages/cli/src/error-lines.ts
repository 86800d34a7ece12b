import type { ErrorKind, ModelError } from "rivulet";
import { cut, grouped } from "./display-width.ts";
import { visible } from "./visible.ts";

/** What to do about an error, where waiting was not asked for. */
const advice: Readonly<Record<ErrorKind, string>> = {
	rate_limit: "wait a little, then try again",
	quota: "the account's money or plan is used up: waiting does not help",
	auth: "check the key: RIVULET_API_KEY, OPENAI_API_KEY or the variable that --api-key-env names",
	permission: "this key may not do this: check the model and the account",
	not_found: "check --model and --base-url",
	invalid_request: "the request can't pass as it is: change it",
	overflow: "shorten the prompt, or take a model with a larger window",
	overloaded: "try again later",
	server: "try again later",
	network: "check --base-url and the connection, then try again",
	timeout: "try again, or give it longer with --timeout",
	stream_truncated: "the reply broke off: try again",
	protocol: "the server did not keep to Chat Completions: rivulet follow shows what it sent",
	content_filter: "change the prompt",
	malformed_output: "try again",
	internal: "this should not happen: please report it",
	aborted: "",
};

/** An error in one to three lines: kind and message; what is known about it; what to do. */
export function errorLines(error: ModelError): string[] {
	const { kind, status, code, requestId, limit, requested, retryAfterMs } = error;
	if (kind === "aborted") return ["rivulet: aborted"];
	const facts = [
		status !== undefined && `status ${status}`,
		code !== undefined && `code ${code}`,
		requestId !== undefined && `request ${requestId}`,
		requested !== undefined && `${grouped(requested)} tokens asked for`,
		limit !== undefined && `at most ${grouped(limit)} tokens`,
	].filter((fact) => fact !== false);
	const todo = retryAfterMs === undefined ? advice[kind] : `try again in ${duration(retryAfterMs)}`;
	return [
		`rivulet: ${kind}: ${cut(visible(error.message), 400)}`,
		...(facts.length > 0 ? [`  ${cut(visible(facts.join(", ")), 400)}`] : []),
		`  ${todo}`,
	];
}

/** At least so long, in the unit that is easiest to read. */
function duration(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	if (seconds < 120) return `${seconds} s`;
	const minutes = Math.ceil(seconds / 60);
	return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
