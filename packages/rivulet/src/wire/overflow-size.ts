import { defined } from "../message/defined.ts";

/** The limit after a comparison ("205000 tokens > 200000"), the start of a range ("[1, 129024]") or "up to". */
const compared = /(?<=[>=] |\[\d+, ?|up to )\d+|\d+(?= maximum)/;

/**
 * The limit after a word for one. Not by how much it was exceeded, not MiniMax's own code "(2013)", not what
 * `max_tokens` or "maximum output" is about, and not OpenAI's "maximum length 10485760" of one text, in characters.
 */
const named =
	/(?<=(limit|context (length|window|size)|max(?!_|imum (output|length \d)))((?! by)\D){0,40})(?!2013\))\d+/i;

/**
 * Reads the sizes from the words of an overflow: the model's limit and what was asked for, in tokens. What was asked
 * for is the first number beyond the limit, a sum ("195000 + 8000 > 200000"), or so much more ("exceeded by 25836").
 */
export function overflowSize(message: string): { limit?: number; requested?: number } {
	const text = message
		// 1,234,567 is one number.
		.replace(/(\d),(?=\d{3})/g, "$1")
		.replace(/(\d+) \+ (\d+)(?= >)/, (_, prompt, reply) => `${Number(prompt) + Number(reply)}`);
	const limit = Number((compared.exec(text) ?? named.exec(text))?.[0]);
	const beyond = Number(/(?<=exceeded by )\d+/.exec(text));
	const sizes = text.match(/(?<![\w-])\d{1,9}(?![\w-])/g) ?? [];
	const requested = beyond ? limit + beyond : sizes.map(Number).find((size) => size > limit);
	return limit < 1e9 ? defined({ limit, requested }) : {};
}
