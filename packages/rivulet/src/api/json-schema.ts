import { type Schema, Validator } from "@cfworker/json-schema";
import type { JsonSchema } from "../message/context.ts";
import type { StandardSchema } from "./options.ts";

/**
 * A plain JSON Schema (draft 2020-12) as a Standard Schema, for `output`. The validator compiles nothing, so that it
 * runs where `eval` is forbidden. In a bundle give `output: jsonSchema(schema)`; elsewhere a plain schema will do.
 */
export function jsonSchema(schema: JsonSchema): StandardSchema {
	const validator = new Validator(schema as Schema, "2020-12", false);
	return {
		"~standard": {
			version: 1,
			vendor: "rivulet",
			validate(value) {
				const { valid, errors } = validator.validate(value);
				if (valid) return { value };
				return {
					issues: errors.map(({ error, instanceLocation }) => ({ message: error, path: [instanceLocation] })),
				};
			},
			jsonSchema: { input: () => schema },
		},
	};
}
