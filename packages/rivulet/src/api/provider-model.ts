import type { AgentContext } from "../message/context.ts";
import { AssistantMessageEventStream } from "../stream/assistant-stream.ts";
import type { ProviderTransport } from "../stream/provider-chunk.ts";
import { networkFailure } from "../wire/call-failure.ts";
import { createRedactor } from "../wire/redact.ts";
import { type Attempt, runCall } from "../wire/run-call.ts";
import type { Clock, Timeouts } from "../wire/types.ts";
import { attempted } from "./attempted.ts";
import type { InputKind, Model, ModelInfo, RequestReport } from "./model.ts";
import { systemClock } from "./model-config.ts";
import { toBody } from "./openai-completions/body.ts";
import type { StreamOptions } from "./options.ts";
import { outputOf } from "./output.ts";

export interface ProviderModelConfig<Request> {
	provider: string;
	/** The model's id. */
	model: string;
	/** Where chunks come from. */
	transport: ProviderTransport<Request>;
	/** Makes of a context and options what the transport takes. Default: the body of Chat Completions. */
	request?: (context: AgentContext, options: StreamOptions) => Request;
	/** The wire protocol's name, as it stands on messages. Default: none. */
	api?: string;
	input?: InputKind[];
	timeouts?: Timeouts;
	/** Default: the real clock. */
	clock?: Clock;
}

/**
 * A model of anything that can stream chunks: the whole contract of events, partials and the one honest message stands
 * on a transport of a few lines. What the transport throws is an error of kind `network`; nothing is repeated.
 */
export function providerModel<Request = unknown>(config: ProviderModelConfig<Request>): Model {
	const { provider, model, transport, api } = config;
	const redactor = createRedactor([]);
	const info: ModelInfo = {
		api: api ?? "",
		provider,
		id: model,
		input: config.input ?? ["text", "image", "file"],
	};
	const build = (context: AgentContext, options: StreamOptions): { body: Request; report: RequestReport } => {
		if (!config.request)
			return toBody(context, options, info, {}) as { body: Request; report: RequestReport };
		return { body: config.request(context, options), report: { changes: [], deviations: [] } };
	};

	function stream(context: AgentContext, options: StreamOptions = {}): AssistantMessageEventStream {
		const stream = new AssistantMessageEventStream();
		const built = attempted(() => build(context, options));

		async function attempt(current: Attempt, signal: AbortSignal): Promise<void> {
			const { body } = built();
			const iterator = await asNetwork(() => transport.stream(body, { signal })[Symbol.asyncIterator]());
			current.connected();
			try {
				for (;;) {
					const next = await asNetwork(() => iterator.next()).catch((error) => {
						// Nothing is missing from a reply whose finish was seen.
						if (!current.finished) throw error;
					});
					if (!next || next.done || signal.aborted) return;
					current.life.progressed();
					current.take(next.value);
					if (current.finished) current.life.finished();
				}
			} finally {
				// A transport that ignores the signal may never settle this; it must not be waited for.
				asNetwork(() => iterator.return?.()).catch(() => {});
			}
		}

		void runCall(
			{
				clock: config.clock ?? systemClock,
				random: Math.random,
				signal: options.signal,
				timeouts: { ...config.timeouts, ...options.timeouts },
				assembler: { api, provider, model, messageCount: context.messages?.length ?? 0 },
				deviations: built.value?.report.deviations,
				attempt,
				redactor: () => redactor,
				finish: (message) => outputOf(message, options.output),
			},
			stream,
		);
		return stream;
	}

	return {
		info,
		request: (context, options = {}) => ({ url: "", headers: {}, ...build(context, options) }),
		stream,
	};
}

/** Whatever a transport throws, at once or later, is a failure of the network. */
async function asNetwork<T>(run: () => T | Promise<T>): Promise<T> {
	try {
		return await run();
	} catch (error) {
		throw networkFailure(error);
	}
}
