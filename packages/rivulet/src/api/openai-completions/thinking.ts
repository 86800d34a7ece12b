import { defined } from "../../message/defined.ts";
import type { Thinking } from "../options.ts";
import type { CompletionsCompat, ThinkingFormat } from "./compat.ts";

type Body = { [member: string]: unknown };

/** Our level of a budget in tokens, for servers that know levels alone. */
function levelOf(tokens: number): string {
	if (tokens <= 0) return "off";
	return tokens <= 512 ? "minimal" : tokens <= 2048 ? "low" : tokens <= 8192 ? "medium" : "high";
}

/**
 * The members that ask for thinking, in the server's own format. OpenAI's `reasoning_effort` knows none, minimal, low,
 * medium, high and xhigh (https://platform.openai.com/docs/api-reference/chat/create, `reasoning_effort`).
 * @param deviate is told where the wish can only be met roughly, or not at all
 */
export function thinkingMembers(
	thinking: Thinking,
	compat: CompletionsCompat,
	deviate: (detail: string) => void,
): Body {
	const { thinkingFormat: format = "openai", thinkingBudgetField: field } = compat;
	const level = typeof thinking === "number" ? levelOf(thinking) : thinking;
	const words: { [level: string]: string } = { max: "xhigh", off: "none", ...compat.thinkingLevels };
	const word = words[level] ?? level;
	const off = thinking === "off" || thinking === 0;
	const budget = off || typeof thinking !== "number" ? undefined : thinking;
	const reasoning_effort = off ? undefined : word;
	const toggle = { thinking: { type: off ? "disabled" : "enabled" } };
	const formats: { [format in ThinkingFormat]: Body } = {
		openai: { reasoning_effort: word },
		openrouter: {
			reasoning: off ? { enabled: false } : budget === undefined ? { effort: word } : { max_tokens: budget },
		},
		deepseek: { ...toggle, reasoning_effort },
		zai: toggle,
		together: { reasoning: { enabled: !off }, reasoning_effort },
		qwen: { enable_thinking: !off },
		"chat-template": { chat_template_kwargs: { enable_thinking: !off } },
		string: { thinking: word },
		none: {},
	};
	const members: Body = {};
	// OpenRouter has a place of its own for a budget.
	if (budget !== undefined && format !== "openrouter") {
		if (field) members[field] = budget;
		else deviate("a budget of tokens is sent as a level");
	}
	if (format === "none") deviate("this server can't be told");
	else if (!off && budget === undefined && /^(zai|qwen|chat-template)$/.test(format)) {
		deviate("this server can only be told to think or not to");
	}
	return defined<Body>({ ...members, ...formats[format] });
}
