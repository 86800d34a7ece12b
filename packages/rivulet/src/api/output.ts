import type { JsonSchema } from "../message/context.ts";
import type { AssistantMessage } from "../message/message.ts";
import { textOf } from "../message/text-of.ts";
import { failure } from "../wire/call-failure.ts";
import type { StandardSchema } from "./options.ts";

/** Not a constant to a bundler: the validator is loaded where a plain schema is used, and weighs on no one else. */
const validator = ["rivulet", "json-schema"].join("/");

export function isStandardSchema(schema: StandardSchema | JsonSchema): schema is StandardSchema {
	return "~standard" in schema;
}

/**
 * The message with `output`: its text parsed and validated. Only a reply that ended by itself has one; a refusal, a
 * call or a cut reply is given back as it is.
 * @throws {CallFailure} `malformed_output` where the text is no JSON or does not fit the schema
 */
export async function outputOf(
	message: AssistantMessage,
	schema: StandardSchema | JsonSchema | undefined,
): Promise<AssistantMessage> {
	if (!schema || message.stopReason !== "stop" || message.rawStopReason === "refusal") return message;
	let value: unknown;
	try {
		value = JSON.parse(textOf(message));
	} catch (error) {
		throw failure("malformed_output", `The output is not JSON: ${(error as Error).message}`, true);
	}
	const checked = await (await standard(schema))["~standard"].validate(value);
	if (!checked.issues) return { ...message, output: checked.value };
	const issues = checked.issues.slice(0, 5).map(({ message, path = [] }) => {
		const place = path.map((part) => (part as { key?: unknown } | null)?.key ?? part).join(".");
		return place ? `${place}: ${message}` : message;
	});
	throw failure("malformed_output", `The output does not fit the schema: ${issues.join("; ")}`, true);
}

async function standard(schema: StandardSchema | JsonSchema): Promise<StandardSchema> {
	if (isStandardSchema(schema)) return schema;
	try {
		return (await import(validator)).jsonSchema(schema);
	} catch {
		throw failure("internal", "output: in a bundle, give jsonSchema(schema) from rivulet/json-schema");
	}
}
