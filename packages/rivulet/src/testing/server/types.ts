import type { AssistantContent } from "../../message/content.ts";
import type { StopReason } from "../../message/message.ts";
import type { Usage } from "../../message/usage.ts";

/** One request, as it came. */
export interface RecordedRequest {
	readonly method: string;
	/** The target with its query, for example `/v1/chat/completions?api-version=1`. */
	readonly path: string;
	/** Names in lower case. The key is in it as it was sent: mind where you print it. */
	readonly headers: Readonly<Record<string, string>>;
	/** What `JSON.parse` gave, else the text; `undefined` for an empty body. */
	readonly body: unknown;
	/** When the body was whole, in milliseconds since 1970. */
	readonly receivedAt: number;
	/** Resolves when the answer is over: sent to its end, dropped by a fault, or left by the client. Never rejects. */
	readonly closed: Promise<void>;
	/** The client left before the end. False where a fault or `close()` ended the answer. */
	readonly aborted: boolean;
}

/**
 * What the server answers to one request: canonical content that is put into the protocol that was asked, or raw
 * bytes. An `AssistantMessage` is a valid reply; its `model` is then sent in place of the request's.
 *
 * A *record* is one SSE event with data, the end marker included; comments are none. With `raw`, each piece of the
 * list is one; a JSON body is one.
 */
export interface ScriptedReply {
	/** Blocks in their order, or a text. Kinds that the protocol can't carry are left out. Default: nothing. */
	content?: AssistantContent[] | string;
	/** Default `toolUse` where a call is there, else `stop`. `aborted` sends no finish at all. */
	stopReason?: StopReason;
	/** The protocol's own word for the end, in place of the one that `stopReason` maps to. `null` sends none. */
	finishReason?: string | null;
	/** `null` or `unreported: true` reports none. Default: a rough count, four characters a token. */
	usage?: Partial<Usage> | null;
	/** Id of the response. Default: made of the number of the reply. */
	id?: string;
	/** Name of the model that answers. Default: the request's. */
	model?: string;
	/** Characters (code points) of one delta. Default: whole words of text, 8 characters of tool arguments. */
	deltaSize?: number;
	/** Body to send in place of `content`. Each piece of a list is written by itself, unless `cut` is there. */
	raw?: string | Uint8Array | (string | Uint8Array)[];
	/** Status of the head. Default 200. From 400 on, without `content` and `raw`, the body is a JSON error. */
	status?: number;
	/** More headers; they win over those that the server sets. */
	headers?: Record<string, string>;
	/** Default by kind of body. `""` sends none. */
	contentType?: string;
	/** Bytes of each piece on the wire; a list is cycled. Default: a record at a time. */
	cut?: number | number[];
	/** Milliseconds between two pieces, by a real timer. Default 0: a turn of the event loop. */
	delayMs?: number;
	/** Milliseconds before the head, by a real timer. Default 0. */
	headDelayMs?: number;
	/** A comment stands after every so many records. Default: never. */
	keepAliveEvery?: number;
	/** Line end of SSE. Default `"\n"`. */
	lineEnd?: "\n" | "\r\n" | "\r";
	/** Send the protocol's end marker, `[DONE]`. Default true. */
	done?: boolean;
	fault?: Fault;
}

/**
 * What goes wrong. `after` counts records: the fault comes when so many have been sent. The first record of Chat
 * Completions has the role and no content.
 *
 * - `drop`: the socket is destroyed. `after: 0` is between head and body, `-1` before the head.
 * - `stall`: nothing more comes, and the socket stays open until the client leaves. 0 and -1 as above.
 *   `keepAliveMs` goes on with SSE comments at that pace.
 * - `half-character`: the next character of several bytes is cut in its midst. Then the body ends (default) or, with
 *   `resume: true`, goes on in the next piece.
 * - `half-record`: the body ends, without an error of HTTP, in the middle of the next record.
 * - `html`, `json-body`, `json-error`, `empty`: in place of the stream, and by default with its status 200, a page, a
 *   whole JSON reply, a JSON error, no byte.
 * - `status`: an HTTP error with a JSON body in the protocol's shape, or with `body` as it is.
 * - `error-in-stream`: an error object in the stream, after which only the end marker follows.
 */
export type Fault =
	| { kind: "drop"; after: number }
	| { kind: "stall"; after: number; keepAliveMs?: number }
	| { kind: "half-character"; after: number; resume?: true }
	| { kind: "half-record"; after: number }
	| { kind: "html" }
	| { kind: "json-body" }
	| { kind: "json-error"; code?: number | string; message?: string }
	| { kind: "empty" }
	| { kind: "status"; status: number; message?: string; code?: string; retryAfter?: string; body?: string }
	| { kind: "error-in-stream"; after: number; code?: number | string; message?: string };

/**
 * Makes the reply to a request. `index` counts replies from 0: requests that are refused (a wrong path, key or body)
 * are not counted. `undefined` means that the script is at its end.
 */
export type ReplyScript = (
	request: RecordedRequest,
	index: number,
) => ScriptedReply | undefined | Promise<ScriptedReply | undefined>;

export interface ScriptedServerOptions {
	/** A list that is used up, or a function that is asked when nothing (more) was enqueued. Default: an empty list. */
	replies?: readonly ScriptedReply[] | ReplyScript;
	/** Default: any free one. */
	port?: number;
	/** The server listens on the loopback address alone. */
	host?: "127.0.0.1";
	/** Requests have to carry it where their protocol has its key, else they get a 401. Default: any or none will do. */
	key?: string;
	/** The one model of `GET …/models`, and the name that answers a request without one. Default `scripted-v1`. */
	model?: string;
	/**
	 * Waiting for connections keeps the process alive. Default: only where `port` is given, so that a test that forgot to
	 * close its server ends all the same. Open sockets always do, idle ones for 5 seconds at most.
	 */
	ref?: boolean;
	/** Milliseconds since 1970, for `receivedAt` and `created`. Default `Date.now`. */
	now?: () => number;
}

export interface ScriptedServer extends AsyncDisposable {
	/** Base URL to give to a model, for example `http://127.0.0.1:41234/v1`. */
	readonly url: string;
	/** Every request so far, refused ones too, in the order in which their bodies were whole. */
	readonly requests: readonly RecordedRequest[];
	/**
	 * Sockets that are open right now, idle ones too: those that a client keeps for its next request, and the one that
	 * Node's own fetch opens in advance after it aborted a request. To see whether a call left something behind, look at
	 * `running`.
	 */
	readonly openSockets: number;
	/** Requests that are being answered right now: come, and not yet closed. */
	readonly running: number;
	/** Adds replies to the end of the list. */
	enqueue(...replies: ScriptedReply[]): void;
	/** Waits for `requests[index]`. Rejects when the server closes before it has come. */
	request(index: number): Promise<RecordedRequest>;
	/** Ends all sockets, running answers too, and resolves when they are closed. May be called again. */
	close(): Promise<void>;
}
