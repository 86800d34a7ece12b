import type { ModelError } from "../message/model-error.ts";
import { type ByteRedactor, redactBytes } from "./redact-bytes.ts";
import { binaryOf, credential, literal, secretForms } from "./secret-patterns.ts";

/** Takes secrets out of what leaves the library: errors, logs and recordings. The mark is `[redacted]`. */
export interface Redactor {
	text(value: string): string;
	/** Headers that carry a credential are `[redacted]` as a whole, the others are searched. */
	headers(headers: Iterable<readonly [string, string]>): Record<string, string>;
	/** Its message, code and request id are searched. The same object where there was nothing to find. */
	error(error: ModelError): ModelError;
	/** Searches a body that comes in pieces, which may cut a secret anywhere. Made fresh for each body. */
	bytes(): ByteRedactor;
}

const mark = "[redacted]";

/** Shorter secrets would be found in innocent words. */
const shortest = 8;

/** `authorization`, `x-api-key`, `api-key`, `x-goog-api-key`, `cookie`, `set-cookie` and the like. */
const secretHeader = /^(proxy-)?authorization$|(^|-)api-key$|cookie$|-(auth|security)-token$/i;

/**
 * A redactor for these secrets and for what looks like a credential. Secrets are found as they are, URL-encoded,
 * JSON-escaped and in base64, there also as a part of a longer text. Those of less than 8 characters are ignored.
 */
export function createRedactor(secrets: Iterable<string>): Redactor {
	const given = [...new Set(secrets)].filter((secret) => secret.length >= shortest);
	// The longer first: one secret may begin with another.
	const forms = [...new Set(given.flatMap(secretForms))].sort((a, b) => b.length - a.length);
	const finder = (all: string[]): RegExp =>
		new RegExp([...all.map(literal), `(${credential})`].join("|"), "g");
	const pattern = finder(forms);
	const text = (value: string): string => value.replace(pattern, mark);
	return {
		text,
		headers(headers) {
			const redacted: Record<string, string> = {};
			for (const [name, value] of headers) redacted[name] = secretHeader.test(name) ? mark : text(value);
			return redacted;
		},
		error(error) {
			const members = Object.entries(error).map(([name, value]) => [
				name,
				/^(message|code|requestId)$/.test(name) ? text(value as string) : value,
			]);
			const redacted = Object.fromEntries(members) as ModelError;
			const { message, code, requestId } = redacted;
			const same = message === error.message && code === error.code && requestId === error.requestId;
			return same ? error : redacted;
		},
		bytes() {
			const binary = forms.map((form) => binaryOf(new TextEncoder().encode(form)));
			return redactBytes(finder(binary), Math.max(0, ...binary.map((form) => form.length)), mark);
		},
	};
}
