import type { ModelError } from "../message/model-error.ts";
import { type ByteRedactor, redactBytes } from "./redact-bytes.ts";
import { credential, literal, secretForms, utf8 } from "./secret-patterns.ts";

/** Takes secrets out of what leaves the library: errors, logs and recordings. The mark is `[redacted]`. */
export interface Redactor {
	text(value: string): string;
	/** Headers that carry a credential are `[redacted]` as a whole, the others are searched. */
	headers(headers: Iterable<readonly [string, string]>): Record<string, string>;
	/** Its texts are searched, its kind excepted. The same object where there was nothing to find. */
	error(error: ModelError): ModelError;
	/** Searches a body that comes in pieces, which may cut a secret anywhere. Made fresh for each body. */
	bytes(): ByteRedactor;
}

const mark = "[redacted]";

/**
 * Shorter secrets would be found in innocent words. One with half a surrogate pair can't be sent in a header, nor
 * URL-encoded.
 */
const fitSecret = /^\P{Cs}{8,}$/u;

/** `authorization`, `x-api-key`, `api-key`, `x-goog-api-key`, `cookie`, `set-cookie` and the like. */
const secretHeader = /(authorization|api-key|cookie|-token)$/i;

/**
 * A redactor for these secrets and for what looks like a credential. Secrets are found as they are, URL-encoded,
 * JSON-escaped and in base64, there also as a part of a longer text. Those of less than 8 characters are ignored.
 */
export function createRedactor(secrets: Iterable<string>): Redactor {
	const given = [...secrets].filter((secret) => fitSecret.test(secret));
	// The longer first: one secret may begin with another.
	const forms = given.flatMap(secretForms).sort((a, b) => b.length - a.length);
	const finder = (all: string[]): RegExp => new RegExp([...all.map(literal), credential].join("|"), "g");
	const pattern = finder(forms);
	const text = (value: string): string => value.replace(pattern, mark);
	return {
		text,
		headers: (headers) =>
			Object.fromEntries(
				[...headers].map(([name, value]) => [name, secretHeader.test(name) ? mark : text(value)]),
			),
		error(error) {
			const redacted = JSON.stringify(error, (name, value) =>
				typeof value === "string" && name !== "kind" ? text(value) : value,
			);
			return redacted === JSON.stringify(error) ? error : JSON.parse(redacted);
		},
		// The longest form is the same in bytes: all but the plainest are ASCII.
		bytes: () => redactBytes(finder(forms.map(utf8)), forms[0]?.length ?? 0, mark),
	};
}
