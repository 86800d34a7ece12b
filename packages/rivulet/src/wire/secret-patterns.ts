/**
 * What a credential looks like. Each begins where a word does, or after an escape of JSON (`\nsk-...`), and is long;
 * where words could look alike ("sk-learn-compatible-estimator") it needs a digit or a capital too. Every look ahead is
 * bounded, so that the time is linear in the text.
 *
 * OpenAI, Anthropic, OpenRouter, DeepSeek and many others `sk-`, Cerebras `csk-`, Groq `gsk_`, xAI `xai-`, Hugging Face
 * `hf_`, GitHub `ghp_` and the like, Google `AIza` and `AQ.`, NVIDIA `nvapi-`, Replicate `r8_`, Perplexity `pplx-`,
 * Together `tgp_v1_`, Fireworks `fw_`, AWS `AKIA` and `ASIA`; JSON web tokens; bearer tokens; secrets in the query and
 * the user name and password in the address of a URL.
 */
export const credential: string = [
	"(?<=^|[^\\w-]|\\\\[bfnrt])(?:" +
		"(?:c?sk-|gsk_|xai-|hf_|gh[oprsu]_|github_pat_|nvapi-|r8_|pplx-|tgp_v1_|fw_|AIza|AQ\\.)" +
		"(?=[\\w-]{0,99}[\\dA-Z])[\\w-]{16,}" +
		"|A[KS]IA[A-Z\\d]{16}(?!\\w)|eyJ[\\w-]{9,}\\.[\\w-]{9,}[\\w.-]*)",
	"(?<=[Bb]earer )(?:(?=[\\w.~+/-]{0,99}\\d)[\\w.~+/-]{8,}|[\\w.~+/-]{20,})=*",
	"(?<=[?&](?:key|api[-_]?key|(?:access_|auth_)?token|sig|signature|secret|password)=)[^\\0- &#\"'<>\\\\]+",
	"(?<=://)[^\\0- /@:\"'<>\\\\]+:[^\\0- /@\"'<>\\\\]+(?=@)",
].join("|");

/** What no credential has in it. */
export const endsWord = /[\0- "'<>\\]/;

/** The forms in which a secret may be met: as it is, JSON-escaped, URL-encoded, in base64. */
export function secretForms(secret: string): string[] {
	const bytes = new TextEncoder().encode(secret);
	const wellFormed = new TextDecoder().decode(bytes);
	const json = JSON.stringify(secret).slice(1, -1);
	// Some servers write JSON in ASCII only, some escape slashes.
	const ascii = json.replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
	const form = new URLSearchParams([["", wellFormed]]).toString().slice(1);
	const forms = [secret, json, ascii, json.replaceAll("/", "\\/"), encodeURIComponent(wellFormed), form];
	// In base64 a secret has three faces, by where it stands in the text; the characters that it shares with its
	// neighbours are left out.
	for (const before of [0, 1, 2]) {
		const face = btoa("\0".repeat(before) + binaryOf(bytes));
		const shared = before && before + 1;
		const whole = face.slice(shared, Math.floor(((before + bytes.length) * 4) / 3));
		forms.push(whole, whole.replaceAll("+", "-").replaceAll("/", "_"));
	}
	return forms;
}

/** A pattern for exactly this text, but that the letters of an encoded byte may be small ones. */
export function literal(text: string): string {
	return text
		.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")
		.replace(/%[\dA-F]{2}/g, (byte) => byte.replace(/[A-F]/g, (hex) => `[${hex}${hex.toLowerCase()}]`));
}

/** One character for each byte. */
export function binaryOf(bytes: Uint8Array): string {
	let binary = "";
	for (let place = 0; place < bytes.length; place += 8192) {
		// Several times faster than to spread them.
		binary += String.fromCharCode.apply(null, bytes.subarray(place, place + 8192) as unknown as number[]);
	}
	return binary;
}
