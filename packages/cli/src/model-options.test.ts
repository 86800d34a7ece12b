import assert from "node:assert/strict";
import { test } from "node:test";
import { callConfig, makeModel, streamOptions } from "./model-options.ts";

const color = true;

test("the key comes from the variable that is named, else RIVULET_API_KEY, else OPENAI_API_KEY", () => {
	const env = { MINE: "m ", RIVULET_API_KEY: "r\n", OPENAI_API_KEY: "o" };
	const keyFor = (flags: object, from: object = env) => callConfig({ color, ...flags }, { ...from }).apiKey;
	assert.equal(keyFor({ apiKeyEnv: "MINE" }), "m");
	assert.equal(keyFor({}), "r");
	assert.equal(keyFor({}, { RIVULET_API_KEY: " ", OPENAI_API_KEY: "o" }), "o");
	assert.equal(keyFor({ baseUrl: "http://localhost/v1" }, {}), undefined);
});

test("a variable that is named and not set is wrong usage", () => {
	const flags = { color, apiKeyEnv: "MINE", baseUrl: "http://localhost/v1" };
	assert.throws(
		() => callConfig(flags, { RIVULET_API_KEY: "r", MINE: " " }),
		/'--api-key-env': MINE is not set/,
	);
});

test("without a key and without a server three lines say what to set", () => {
	assert.throws(
		() => callConfig({ color }, {}),
		(error: Error) =>
			error.message.split("\n").length === 3 &&
			/RIVULET_API_KEY/.test(error.message) &&
			/OPENAI_API_KEY/.test(error.message) &&
			/--base-url/.test(error.message),
	);
});

test("an address that is none is wrong usage, and is not repeated", () => {
	assert.throws(
		() => makeModel({ model: "m", baseUrl: "localhost?key=secret" }),
		(error: Error) =>
			error.name === "UsageError" && /--base-url/.test(error.message) && !/secret/.test(error.message),
	);
});

test("options of the call are what the flags say, and absent where there is none", () => {
	const { signal } = new AbortController();
	assert.deepEqual(streamOptions({ color }, signal), { signal });
	assert.deepEqual(streamOptions({ color, maxTokens: 5, thinking: "off", timeout: 200, retry: 0 }, signal), {
		signal,
		maxTokens: 5,
		thinking: "off",
		timeouts: { total: 200 },
		retry: { attempts: 0 },
	});
});
