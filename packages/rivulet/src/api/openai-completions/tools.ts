import type { JsonSchema, ToolDefinition } from "../../message/context.ts";
import { defined } from "../../message/defined.ts";
import type { CompletionsCompat } from "./compat.ts";

export type WireTool =
	| {
			type: "function";
			function: { name: string; description: string; parameters: JsonSchema; strict?: boolean };
	  }
	| { type: "custom"; custom: { name: string; description: string } };

/**
 * Tools in the form of Chat Completions (https://platform.openai.com/docs/api-reference/chat/create, `tools`);
 * `undefined` for none, since an empty list is refused by some servers.
 */
export function toProviderTools(
	tools: readonly ToolDefinition[] | undefined,
	compat: CompletionsCompat = {},
): WireTool[] | undefined {
	if (!tools || tools.length === 0) return undefined;
	return tools.map(({ name, description, parameters, strict, format }) => {
		if (format === "text") return { type: "custom", custom: { name, description } };
		return {
			type: "function",
			function: defined({
				name,
				description,
				// OpenAI refuses an object schema without `properties`, even where a tool takes nothing.
				parameters: { type: "object", properties: {}, ...defined<JsonSchema>(parameters ?? {}) },
				strict: compat.supportsStrictMode === false ? undefined : strict,
			}),
		};
	});
}
