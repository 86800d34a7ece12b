import type { ModelError } from "../message/model-error.ts";
import type { Redactor } from "./redact.ts";
import type { OnRecord, WireRecord, WireRequest } from "./types.ts";

/** The tap on one attempt: it redacts what passes and gives it to `onRecord`. */
export interface AttemptTap {
	request(request: WireRequest): void;
	response(status: number, headers: Headers): void;
	bytes(piece: Uint8Array): void;
	end(): void;
	failure(error: ModelError): void;
}

/**
 * @param elapsed milliseconds since the start of the call
 */
export function attemptTap(
	onRecord: OnRecord,
	attempt: number,
	elapsed: () => number,
	redactor: Redactor,
): AttemptTap {
	const body = redactor.bytes();
	type Fact = WireRecord extends infer R ? (R extends WireRecord ? Omit<R, "attempt" | "at"> : never) : never;
	const record = (fact: Fact): void => onRecord({ attempt, at: elapsed(), ...fact } as WireRecord);
	const flush = (): void => {
		const bytes = body.end();
		if (bytes.length > 0) record({ type: "bytes", bytes });
	};
	return {
		request({ url, headers, body }) {
			record({
				type: "request",
				method: "POST",
				url: redactor.text(url),
				headers: redactor.headers(Object.entries(headers)),
				body: redactor.text(body),
			});
		},
		response(status, headers) {
			record({ type: "response", status, headers: redactor.headers(headers) });
		},
		bytes(piece) {
			const bytes = body.push(piece);
			if (bytes.length > 0) record({ type: "bytes", bytes });
		},
		end() {
			flush();
			record({ type: "end" });
		},
		failure(error) {
			flush();
			record({ type: "failure", error });
		},
	};
}
