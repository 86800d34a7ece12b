import type { AgentContext } from "../message/context.ts";
import { defined } from "../message/defined.ts";
import { AssistantMessageEventStream } from "../stream/assistant-stream.ts";
import type { FinishReasons } from "../stream/finish-reason.ts";
import type { ProviderDecoder } from "../stream/provider-chunk.ts";
import { describe, failure } from "../wire/call-failure.ts";
import { endpointUrl } from "../wire/endpoint-url.ts";
import { createRedactor, type Redactor } from "../wire/redact.ts";
import { type Attempt, runCall } from "../wire/run-call.ts";
import { type AttemptTap, attemptTap } from "../wire/tap.ts";
import type { ApiKey } from "../wire/types.ts";
import { attempted } from "./attempted.ts";
import type { Model, ModelInfo, ModelRequest, RequestReport } from "./model.ts";
import { defaultMaxBytes, globalFetch, type ModelConfig, systemClock } from "./model-config.ts";
import type { StreamOptions } from "./options.ts";
import { outputOf } from "./output.ts";
import { readReply } from "./read-reply.ts";

export type WireBody = { [member: string]: unknown };

export interface BuiltBody {
	body: WireBody;
	report: RequestReport;
}

/** A wire protocol: two pure functions, and where and how it is spoken. */
export interface Protocol<Compat> {
	api: string;
	/** Its owner, the default provider. */
	provider: string;
	baseUrl: string;
	path(model: string): string;
	/** The one header that carries the key. */
	auth(key: string): [name: string, value: string];
	/** @throws {RequestError} where no request can be made */
	toBody(context: AgentContext, options: StreamOptions, info: ModelInfo, compat: Compat): BuiltBody;
	createDecoder(compat: Compat): ProviderDecoder;
	finishReasons?(compat: Compat): FinishReasons | undefined;
	/** Calls may come without ids. */
	idsOptional?: boolean;
}

/**
 * Makes a model of a protocol: requests are built, sent and read here for every HTTP protocol alike.
 * @throws {TypeError} where `baseUrl` is no address
 */
export function httpModel<Compat>(
	protocol: Protocol<Compat>,
	config: ModelConfig<Compat>,
	compat: Compat,
): Model {
	const { apiKey } = config;
	const clock = config.clock ?? systemClock;
	const url = endpointUrl(config.baseUrl ?? protocol.baseUrl, protocol.path(config.model));
	const info = infoOf(protocol, config);
	let known: Redactor | undefined;

	/** Made when it is first needed, and once for a key that stays: it costs more than all else before a request. */
	function redactorFor(key: string | undefined): Redactor {
		if (key !== undefined && typeof apiKey === "function") return createRedactor([key]);
		known ??= createRedactor(typeof apiKey === "string" ? [apiKey] : []);
		return known;
	}

	function headersOf(options: StreamOptions, key: string | undefined): Record<string, string> {
		const headers: Record<string, string> = {
			"content-type": "application/json",
			accept: "text/event-stream",
		};
		const auth = key ? [protocol.auth(key)] : [];
		for (const [name, value] of [...auth, ...Object.entries({ ...config.headers, ...options.headers })]) {
			if (value === null) delete headers[name.toLowerCase()];
			else headers[name.toLowerCase()] = value;
		}
		return headers;
	}

	function request(context: AgentContext, options: StreamOptions = {}): ModelRequest {
		const redactor = redactorFor(undefined);
		const headers = headersOf(options, typeof apiKey === "function" ? "asked per request" : apiKey);
		return {
			url: redactor.text(url),
			headers: redactor.headers(Object.entries(headers)),
			...protocol.toBody(context, options, info, compat),
		};
	}

	function stream(context: AgentContext, options: StreamOptions = {}): AssistantMessageEventStream {
		const stream = new AssistantMessageEventStream();
		let key: string | undefined;
		let tap: AttemptTap | undefined;
		// Built at once, so that what becomes of the context later does not matter.
		const built = attempted(() => {
			const { body, report } = protocol.toBody(context, options, info, compat);
			return { body, report, text: JSON.stringify(body) };
		});

		async function attempt(current: Attempt, signal: AbortSignal): Promise<void> {
			const { number, life } = current;
			const { body, text } = built();
			key = await askKey(apiKey);
			if (signal.aborted) return;
			const wire = { url, headers: headersOf(options, key), body: text };
			tap = config.onRecord && attemptTap(config.onRecord, number, () => life.elapsed, redactorFor(key));
			tap?.request(wire);
			options.onRequest?.({
				url: redactorFor(key).text(url),
				headers: redactorFor(key).headers(Object.entries(wire.headers)),
				body,
				attempt: number,
			});
			const setting = {
				fetch: config.fetch ?? globalFetch,
				clock,
				maxBytes: config.limits?.bytes ?? defaultMaxBytes,
				life,
				tap,
				onResponse(status: number, headers: Headers) {
					current.connected();
					options.onResponse?.({ status, headers: redactorFor(key).headers(headers), attempt: number });
				},
			};
			await readReply(wire, setting, signal, protocol.createDecoder(compat), current);
		}

		void runCall(
			{
				clock,
				random: config.random ?? Math.random,
				signal: options.signal,
				timeouts: { ...config.timeouts, ...options.timeouts },
				retry: { ...config.retry, ...options.retry },
				assembler: {
					...info,
					model: info.id,
					messageCount: context.messages?.length ?? 0,
					finishReasons: protocol.finishReasons?.(compat),
					idsOptional: protocol.idsOptional,
				},
				deviations: built.value?.report.deviations,
				attempt,
				onChunk: config.onChunk,
				redactor: () => redactorFor(key),
				onFailure: (error) => tap?.failure(error),
				finish: (message) => outputOf(message, options.output),
			},
			stream,
		);
		return stream;
	}

	return { info, request, stream };
}

function infoOf<C>(protocol: Protocol<C>, config: ModelConfig<C>): ModelInfo {
	const { provider = protocol.provider, model: id, input = ["text", "image", "file"] } = config;
	const { reasoning, contextWindow, maxOutput } = config;
	return defined<ModelInfo>({ api: protocol.api, provider, id, input, reasoning, contextWindow, maxOutput });
}

async function askKey(apiKey: ApiKey | undefined): Promise<string | undefined> {
	if (typeof apiKey !== "function") return apiKey;
	try {
		return await apiKey();
	} catch (error) {
		throw failure("auth", `The key could not be had: ${describe(error)}`);
	}
}
