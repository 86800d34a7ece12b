import assert from "node:assert/strict";
import { test } from "node:test";
import { assistantMessage } from "../message/constructors.ts";
import { isOwn } from "./origin.ts";

const target = { api: "a", provider: "p", id: "gpt-4o" };
const own = (responseModel?: string, overrides = {}) =>
	isOwn(
		assistantMessage("x", "stop", {
			api: "a",
			provider: "p",
			model: "gpt-4o",
			...(responseModel && { responseModel }),
			...overrides,
		}),
		target,
	);

test("a message is a model's own where api, provider and model are the same", () => {
	assert.equal(own(), true);
	for (const other of [{ api: "b" }, { provider: "q" }, { model: "gpt-5" }])
		assert.equal(own(undefined, other), false);
});

test("a dated, versioned or prefixed form of the name is the same model", () => {
	for (const name of [
		"gpt-4o",
		"gpt-4o-2024-08-06",
		"openai/gpt-4o",
		"GPT-4o",
		"gpt-4o:latest",
		"gpt-4o@20240806",
	]) {
		assert.equal(own(name), true, name);
	}
});

test("another model that a router chose is foreign, however alike the names", () => {
	for (const name of ["gpt-4o-mini", "gpt-4", "gpt-4.1", "claude-x", "openai/", "gpt-4o1"]) {
		assert.equal(own(name), false, name);
	}
});
