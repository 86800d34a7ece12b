/**
 * What a credential looks like, as one group. In this order:
 *
 * - Keys, which begin where a word does, or after an escape of JSON (`\nsk-...`), and are long; words could look alike
 *   ("sk-learn-compatible-estimator"), so they need a digit or a capital too. OpenAI, Anthropic, OpenRouter, DeepSeek and
 *   many others `sk-`, Cerebras `csk-`, xAI `xai-`, NVIDIA `nvapi-`, Perplexity `pplx-`, Groq `gsk_`, Hugging Face `hf_`,
 *   GitHub `ghp_` and the like, Replicate `r8_`, Together `tgp_v1_`, Fireworks `fw_`, Google `AIza` and `AQ.`; AWS `AKIA`
 *   and `ASIA`; JSON web tokens.
 * - Bearer tokens: what follows the scheme, unless it is one more word ("Bearer authentication is required").
 * - Secrets in the query of a URL. What looks behind is at most as long as `lookBack` in redact-bytes.ts.
 * - The user name and password in the address of a URL.
 *
 * Every look ahead is bounded, so that the time is linear in the text.
 */
export const credential: string =
	/((?<=^|[^\w-]|\\[bfnrt])(?:(?:(?:c?sk|xai|nvapi|pplx|gsk|hf|gh\w|github_pat|r8|tgp_v1|fw)[-_]|AIza|AQ\.)(?=[\w-]{0,99}[\dA-Z])[\w-]{16,}|A[KS]IA\w{16}\b|eyJ[\w-]{9,}\.[\w.-]{9,})|(?<=[Bb]earer )(?![a-z]{1,15} )[\w.~+/-]{8,}=*|(?<=[?&][\w-]{0,20}(?:key|token|sig|signature|secret|password)=)[^\0- &#"'<>\\]+|(?<=:\/\/)[^\0- /@"'<>\\]+(?=@))/
		.source;

/** The forms in which a secret may be met: as it is, JSON-escaped, URL-encoded, in base64. */
export function secretForms(secret: string): string[] {
	const json = JSON.stringify(secret).slice(1, -1);
	// Some servers write JSON in ASCII only, some escape slashes.
	const ascii = json.replace(
		/[^\0-~]/g,
		(unit) => `\\u${(unit.charCodeAt(0) + 0x10000).toString(16).slice(1)}`,
	);
	const form = `${new URLSearchParams({ "": secret })}`.slice(1);
	const forms = [secret, json, ascii, json.replaceAll("/", "\\/"), form, encodeURIComponent(secret)];
	// In base64 a secret has three faces, by where it stands in the text; the characters that it shares with its
	// neighbours are left out.
	for (const before of ["", "\0", "\0\0"]) {
		const bytes = before + utf8(secret);
		const face = btoa(bytes).slice(before ? before.length + 1 : 0, (bytes.length * 4) / 3);
		forms.push(face, face.replaceAll("+", "-").replaceAll("/", "_"));
	}
	return forms;
}

/**
 * A pattern for exactly this text, but that the letters of an encoded byte may be small ones. Bytes without a letter must
 * stay single: two ways to match one make the time exponential.
 */
export function literal(text: string): string {
	return text
		.replace(/[^\w%]/g, "\\$&")
		.replace(/%(?=\w?[A-F])\w\w/g, (byte) => `(?:${byte}|${byte.toLowerCase()})`);
}

/** The text in UTF-8, one character for each byte. */
export function utf8(text: string): string {
	return binaryOf(new TextEncoder().encode(text));
}

/** One character for each byte. */
export function binaryOf(bytes: Uint8Array): string {
	let binary = "";
	for (const byte of bytes) binary += String.fromCharCode(byte);
	return binary;
}
