import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Thinking } from "../options.ts";
import type { CompletionsCompat, ThinkingFormat } from "./compat.ts";
import { thinkingMembers } from "./thinking.ts";

function ask(thinking: Thinking, compat: CompletionsCompat = {}) {
	const details: string[] = [];
	const members = thinkingMembers(thinking, compat, (detail) => details.push(detail));
	return { members, details };
}

const formats: { [format in ThinkingFormat]: { high: object; off: object } } = {
	openai: { high: { reasoning_effort: "high" }, off: { reasoning_effort: "none" } },
	openrouter: { high: { reasoning: { effort: "high" } }, off: { reasoning: { enabled: false } } },
	deepseek: {
		high: { thinking: { type: "enabled" }, reasoning_effort: "high" },
		off: { thinking: { type: "disabled" } },
	},
	zai: { high: { thinking: { type: "enabled" } }, off: { thinking: { type: "disabled" } } },
	together: {
		high: { reasoning: { enabled: true }, reasoning_effort: "high" },
		off: { reasoning: { enabled: false } },
	},
	qwen: { high: { enable_thinking: true }, off: { enable_thinking: false } },
	"chat-template": {
		high: { chat_template_kwargs: { enable_thinking: true } },
		off: { chat_template_kwargs: { enable_thinking: false } },
	},
	string: { high: { thinking: "high" }, off: { thinking: "none" } },
	none: { high: {}, off: {} },
};

describe("the wish for thinking", () => {
	for (const [format, { high, off }] of Object.entries(formats)) {
		const compat = { thinkingFormat: format as ThinkingFormat };

		it(`is put in the format ${format}`, () => {
			assert.deepEqual(ask("high", compat).members, high);
		});

		it(`for none at all is put in the format ${format}, by word and by number, and is met exactly`, () => {
			for (const none of ["off", 0] as const) {
				const { members, details } = ask(none, compat);
				assert.deepEqual(members, off);
				assert.deepEqual(details, format === "none" ? ["this server can't be told"] : []);
			}
		});
	}

	it("is in OpenAI's format and words by default; the most is its xhigh", () => {
		const words = (["off", "minimal", "low", "medium", "high", "max"] as const).map(
			(level) => ask(level).members.reasoning_effort,
		);
		assert.deepEqual(words, ["none", "minimal", "low", "medium", "high", "xhigh"]);
		assert.deepEqual(ask("high").details, []);
	});

	it("is in the server's own words where they differ", () => {
		const thinkingLevels = { max: "max", off: "disable", minimal: "low" };
		const words = (["off", "minimal", "low", "max"] as const).map(
			(level) => ask(level, { thinkingLevels }).members.reasoning_effort,
		);
		assert.deepEqual(words, ["disable", "low", "low", "max"]);
		assert.deepEqual(ask("max", { thinkingLevels, thinkingFormat: "openrouter" }).members, {
			reasoning: { effort: "max" },
		});
		assert.deepEqual(ask("max", { thinkingLevels, thinkingFormat: "string" }).members, { thinking: "max" });
	});

	it("with a budget of tokens is put as a level where the server knows levels alone, which is a deviation", () => {
		const words = [1, 512, 513, 2048, 2049, 8192, 8193, 100_000].map((tokens) => {
			const { members, details } = ask(tokens);
			assert.equal(details.length, 1);
			return members.reasoning_effort;
		});
		assert.deepEqual(words, ["minimal", "minimal", "low", "low", "medium", "medium", "high", "high"]);
	});

	it("with a budget of tokens is put as it is where there is a place for it", () => {
		assert.deepEqual(ask(3000, { thinkingFormat: "openrouter" }), {
			members: { reasoning: { max_tokens: 3000 } },
			details: [],
		});
		assert.deepEqual(ask(3000, { thinkingFormat: "qwen", thinkingBudgetField: "thinking_budget" }), {
			members: { enable_thinking: true, thinking_budget: 3000 },
			details: [],
		});
	});

	it("for none at all names no budget", () => {
		const compat: CompletionsCompat = { thinkingFormat: "qwen", thinkingBudgetField: "thinking_budget" };
		assert.deepEqual(ask(0, compat).members, { enable_thinking: false });
		assert.deepEqual(ask("high", compat).members, { enable_thinking: true });
	});

	it("can't be put to a server that takes none, which is a deviation", () => {
		assert.deepEqual(ask("low", { thinkingFormat: "none" }), {
			members: {},
			details: ["this server can't be told"],
		});
	});

	it("is not met exactly where a level can only be switched on, which is a deviation", () => {
		for (const thinkingFormat of ["zai", "qwen", "chat-template"] as const) {
			assert.equal(ask("low", { thinkingFormat }).details.length, 1, thinkingFormat);
		}
	});
});
