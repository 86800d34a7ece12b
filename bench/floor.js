/**
 * The floor: the least that any reader of this wire must do. Bytes to text, text to lines, JSON.parse, append. No
 * checks, no events, no partials, no errors.
 */

/** @param {import("./contenders.js").Setting} setting @returns {Promise<import("./contenders.js").Call>} */
export async function open({ fetch, baseUrl, tool }) {
	return async (watch) => {
		const response = await fetch(`${baseUrl}/chat/completions`, {
			method: "POST",
			headers: { "content-type": "application/json", authorization: "Bearer k" },
			body: '{"model":"m","stream":true,"messages":[{"role":"user","content":"hi"}]}',
		});
		let whole = "";
		/** @param {string} line */
		const take = (line) => {
			if (!line.startsWith("data: {")) return;
			const delta = JSON.parse(line.slice(6)).choices[0]?.delta;
			if (delta === undefined) return;
			const more = tool ? delta.tool_calls?.[0].function.arguments : delta.content;
			if (!more) return;
			whole += more;
			watch?.arrived?.(more);
		};
		await lines(response, take);
		return tool ? { text: "", args: JSON.parse(whole) } : { text: whole };
	};
}

/**
 * Linear in the length of a line, however small the pieces: only new text is searched for a line's end.
 * @param {Response} response
 * @param {(line: string) => void} take
 */
export async function lines(response, take) {
	const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
	const decoder = new TextDecoder();
	let rest = "";
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return;
		const piece = decoder.decode(value, { stream: true });
		let from = 0;
		for (let end = piece.indexOf("\n"); end !== -1; end = piece.indexOf("\n", from)) {
			take(rest + piece.slice(from, end));
			rest = "";
			from = end + 1;
		}
		rest += piece.slice(from);
	}
}

export const program = "";
