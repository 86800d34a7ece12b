/**
 * Reads the sizes from the words of an overflow: the model's limit and what was asked for, in tokens.
 *
 * The limit is the number that follows a word for a limit ("maximum context length is 128000"), a comparison
 * ("205000 tokens > 200000") or the start of a range ("[1, 129024]"), or stands before "maximum"; not MiniMax's own
 * code, "exceeds limit (2013)". What was asked for is
 * the first number beyond it, a sum ("195000 + 8000 > 200000"), or so much more ("exceeded by 25836").
 */
export function overflowSize(message: string): { limit?: number; requested?: number } {
	// OpenAI's limit for one text counts characters.
	if (/string too long/i.test(message)) return {};
	// 1,234,567 is one number.
	const text = message.replace(/(\d),(?=\d{3})/g, "$1");
	const sum = /(\d+) \+ (\d+) > (\d+)/.exec(text);
	if (sum) return { limit: Number(sum[3]), requested: Number(sum[1]) + Number(sum[2]) };
	const found =
		/(?:[>=] |\[\d+, ?|supports up to )(\d+)|(\d+) maximum/.exec(text) ??
		/(?:limit|context (?:length|window|size))(?:(?! by)\D){0,40}?(?!2013\))(\d+)/i.exec(text) ??
		/max(?:(?! by)\D){0,40}?(\d+)/i.exec(text);
	const limit = Number(found?.[1] ?? found?.[2]);
	if (!found || limit > 1e9) return {};
	const beyond = /exceeded by (\d+)/.exec(text);
	const requested = beyond
		? limit + Number(beyond[1])
		: (text.match(/(?<![\w-])\d{1,9}(?![\w-])/g) ?? []).map(Number).find((size) => size > limit);
	return requested === undefined ? { limit } : { limit, requested };
}
