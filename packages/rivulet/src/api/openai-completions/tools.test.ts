import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { ToolDefinition } from "../../message/context.ts";
import { toProviderTools } from "./tools.ts";

const weather: ToolDefinition = {
	name: "weather",
	description: "The weather in a city",
	parameters: {
		type: "object",
		properties: { city: { type: "string" } },
		required: ["city"],
		additionalProperties: false,
	},
};

describe("tools of Chat Completions", () => {
	it("are undefined for none, since an empty list is refused by some servers", () => {
		assert.equal(toProviderTools(undefined), undefined);
		assert.equal(toProviderTools([]), undefined);
	});

	it("carry name, description and the schema as it is", () => {
		assert.deepEqual(toProviderTools([weather, { ...weather, name: "other" }]), [
			{ type: "function", function: weather },
			{ type: "function", function: { ...weather, name: "other" } },
		]);
	});

	it("have an object schema with properties, even where a tool takes nothing", () => {
		const schemaOf = (parameters: unknown) => {
			const [tool] = toProviderTools([{ ...weather, parameters } as ToolDefinition]) ?? [];
			return tool?.type === "function" ? tool.function.parameters : undefined;
		};
		const empty = { type: "object", properties: {} };
		for (const parameters of [empty, { type: "object" }, {}, undefined]) {
			assert.deepEqual(schemaOf(parameters), empty);
		}
		assert.deepEqual(schemaOf({ type: "object", additionalProperties: false }), {
			...empty,
			additionalProperties: false,
		});
	});

	it("carry strict where a tool says it and the server knows it", () => {
		const strictOf = (strict: boolean | undefined, supportsStrictMode?: boolean) => {
			const tool = strict === undefined ? weather : { ...weather, strict };
			const [wire] =
				toProviderTools([tool], supportsStrictMode === undefined ? {} : { supportsStrictMode }) ?? [];
			return wire?.type === "function" && "strict" in wire.function ? wire.function.strict : "absent";
		};
		assert.deepEqual(
			[true, false, undefined].map((strict) => strictOf(strict)),
			[true, false, "absent"],
		);
		assert.equal(strictOf(true, true), true);
		assert.equal(strictOf(true, false), "absent");
	});

	it("of free text are custom tools, without a schema", () => {
		const patch: ToolDefinition = { ...weather, name: "patch", format: "text", strict: true };
		assert.deepEqual(toProviderTools([patch]), [
			{ type: "custom", custom: { name: "patch", description: weather.description } },
		]);
	});

	it("leave the definitions as they were", () => {
		const tools = [{ ...weather, parameters: {}, strict: true }];
		const before = structuredClone(tools);
		toProviderTools(tools, { supportsStrictMode: false });
		assert.deepEqual(tools, before);
	});
});
