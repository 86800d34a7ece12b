import type { Model } from "../api/model.ts";
import { openAICompletions } from "../api/openai-completions/index.ts";
import type { AgentContext } from "../message/context.ts";
import type { FetchLike } from "../wire/types.ts";

/** One HTTP response, given out in exactly these pieces. */
export interface Reply {
	/** Default 200. */
	status?: number;
	/** Default `text/event-stream`. */
	headers?: Record<string, string>;
	pieces: readonly Uint8Array[];
	/** What follows the last piece: the body ends (default), stays open, or fails with this error. */
	end?: "close" | "hang" | { error: unknown };
	/** A turn of the event loop before each piece, so that a reader sees every event before the next piece comes. */
	paced?: boolean | undefined;
	/** What the body's `cancel` gives. Default: a promise that resolves. */
	onCancel?: () => Promise<void>;
}

/** A `fetch` that answers from a list and remembers what was asked. */
export interface Feed {
	fetch: FetchLike;
	readonly requests: { url: string; init: RequestInit }[];
	/** Bodies that were cancelled. */
	readonly cancelled: number;
	/** Bodies that were read to their end or their failure. */
	readonly drained: number;
}

type Answer = Reply | ((init: RequestInit) => Response | Promise<Response>);

/** The first request gets the first answer, and so on; the last one serves all further requests. */
export function feed(...answers: Answer[]): Feed {
	const counts = { cancelled: 0, drained: 0 };
	const requests: Feed["requests"] = [];
	return {
		requests,
		get cancelled() {
			return counts.cancelled;
		},
		get drained() {
			return counts.drained;
		},
		// Not async: an answer that throws makes a fetch that throws, as some stand-ins for fetch do.
		fetch: (url, init) => {
			requests.push({ url, init });
			const answer = answers[Math.min(requests.length, answers.length) - 1];
			if (answer === undefined) throw new Error("no answer is left for this request");
			if (typeof answer === "function") return Promise.resolve(answer(init));
			return Promise.resolve(respond(answer, counts));
		},
	};
}

function respond(reply: Reply, counts: { cancelled: number; drained: number }): Response {
	const { pieces, end = "close", paced, onCancel } = reply;
	let next = 0;
	const give = (controller: ReadableStreamDefaultController): void | Promise<void> => {
		const piece = pieces[next++];
		if (piece !== undefined) return controller.enqueue(piece);
		if (end === "hang") return new Promise<void>(() => {});
		counts.drained++;
		if (end === "close") controller.close();
		else controller.error(end.error);
	};
	const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
		{
			pull: (controller) => {
				if (!paced) return give(controller);
				return new Promise<void>((resolve) => setImmediate(resolve)).then(() => give(controller));
			},
			cancel: () => {
				counts.cancelled++;
				return onCancel?.();
			},
		},
		{ highWaterMark: 0 },
	);
	const headers = reply.headers ?? { "content-type": "text/event-stream" };
	return new Response(body, { status: reply.status ?? 200, headers });
}

/** The options of the factory, all of them optional here. */
export type ChatOptions = Partial<Parameters<typeof openAICompletions>[0]>;

/** A secret that must not turn up in anything the library gives out. */
export const testKey = "test-key-123456";

/** A Chat Completions model on a stand-in for `fetch`, with hidden retry off. */
export function chatModel(fetch: FetchLike, options: ChatOptions = {}): Model {
	return openAICompletions({
		model: "m-1",
		provider: "openai",
		baseUrl: "http://127.0.0.1:9/v1",
		apiKey: testKey,
		fetch,
		retry: { attempts: 0 },
		...options,
	});
}

/** The smallest conversation. */
export const hello: AgentContext = {
	messages: [{ role: "user", content: [{ type: "text", text: "hi" }], timestamp: 1 }],
};

/** UTF-8 of a text. */
export function utf8(text: string): Uint8Array {
	return new TextEncoder().encode(text);
}
