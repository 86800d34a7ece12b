import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { chatWire } from "./chat-wire.ts";
import { type Plan, planJson, planReply } from "./plan.ts";
import { type Exchange, receive } from "./recorder.ts";
import { requestLog } from "./request-log.ts";
import { send, type Wait, waitWhileOpen } from "./send.ts";
import type { ReplyScript, ScriptedReply, ScriptedServer, ScriptedServerOptions } from "./types.ts";
import { ScriptError } from "./wire-form.ts";

const wires = [chatWire];

/**
 * Starts a provider on the loopback address that answers by a script: real HTTP, real server-sent events, real
 * faults. For tests, demonstrations and benches; it is no model and keeps nothing.
 *
 * It speaks Chat Completions at `POST …/chat/completions`, streamed or whole as the request asks, and lists one model
 * at `GET …/models`. What it can't answer it refuses in the provider's error shape: 401 for a wrong key, 404 for
 * another path, 400 for a body that is no JSON object or lacks what the protocol needs, 500 when the script is at its
 * end or asks for what can't be done.
 *
 * @throws the error of `listen`, for example `EADDRINUSE` (as a rejection)
 */
export async function startScriptedServer(options: ScriptedServerOptions = {}): Promise<ScriptedServer> {
	const { replies = [], host = "127.0.0.1", port, key, model = "scripted-v1", now = Date.now } = options;
	const { ref = port !== undefined } = options;
	const queue: ScriptedReply[] = typeof replies === "function" ? [] : [...replies];
	const script: ReplyScript = typeof replies === "function" ? replies : () => undefined;
	const log = requestLog();
	const sockets = new Set<Socket>();
	let answered = 0;
	let running = 0;
	let closing: Promise<void> | undefined;

	const server = createServer(
		{ noDelay: true, keepAliveTimeout: 5000 },
		(message, response) => void handle(message, response),
	);
	server.on("connection", (socket) => {
		sockets.add(socket);
		socket.once("close", () => sockets.delete(socket));
	});
	server.listen({ port: port ?? 0, host });
	await once(server, "listening");
	if (!ref) server.unref();

	async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
		running++;
		response.once("close", () => running--);
		const wait = waitWhileOpen(response);
		const exchange = await receive(message, response, { now, closing: () => closing !== undefined });
		log.add(exchange.request);
		const plan = await planFor(exchange, wait);
		if (!plan) return;
		// A status or header that HTTP doesn't allow throws before anything is sent.
		const sent = await send(response, plan, wait).catch((error) => send(response, scriptFault(error), wait));
		if (sent && plan.ending === "drop") exchange.drop();
	}

	async function planFor({ request, parsed }: Exchange, wait: Wait): Promise<Plan | undefined> {
		const path = request.path.replace(/\?.*$/s, "");
		const wire = wires.find((form) => form.knows(request.method, path));
		const refuse = (status: number, text: string, code?: string) =>
			planJson(status, (wire ?? chatWire).error({ status, message: text, ...(code && { code }) }), noRetry);
		if (key !== undefined && (wire ?? chatWire).keyOf(request.headers) !== key) {
			return refuse(401, "Incorrect API key provided.");
		}
		if (request.method === "GET" && path.endsWith("/models")) return planJson(200, modelList(model, now()));
		if (!wire) return refuse(404, `Unknown request: ${request.method} ${path}`, "unknown_url");
		const { body } = request;
		if (!parsed) return refuse(400, "The body of the request is not JSON.");
		if (!isObject(body)) return refuse(400, "The body of the request must be a JSON object.");
		const refusal = wire.refusal(body);
		if (refusal !== undefined) return refuse(400, refusal);
		const index = answered++;
		try {
			const reply = queue.shift() ?? (await whileOpen(wait, script(request, index)));
			if (reply === left) return undefined;
			if (reply) return planReply(reply, wire, { path, body, index, at: request.receivedAt, model });
			return refuse(500, `The script has no reply for request ${index + 1}.`, "script_exhausted");
		} catch (error) {
			return scriptFault(error);
		}
	}

	async function stop(): Promise<void> {
		log.close();
		const closed = once(server, "close");
		server.close();
		for (const socket of sockets) socket.destroy();
		await closed;
	}

	const close = () => {
		closing ??= stop();
		return closing;
	};
	return {
		url: `http://${host}:${(server.address() as AddressInfo).port}/v1`,
		requests: log.requests,
		get openSockets() {
			return sockets.size;
		},
		get running() {
			return running;
		},
		enqueue: (...more) => void queue.push(...more),
		request: log.at,
		close,
		[Symbol.asyncDispose]: close,
	};
}

/** OpenAI's clients take it as an order; a faulty script is not to be hidden behind repeats. */
const noRetry = { "x-should-retry": "false" };

function scriptFault(error: unknown): Plan {
	const why = error instanceof ScriptError ? "The script can't be played" : "The script failed";
	const message = `${why}: ${error instanceof Error ? error.message : String(error)}`;
	return planJson(500, chatWire.error({ status: 500, message, code: "script_error" }), noRetry);
}

const left = Symbol("the client left");

/** The value, or `left` if the client goes before it is there. */
async function whileOpen<T>(wait: Wait, value: T | Promise<T>): Promise<T | typeof left> {
	const settled = Promise.resolve(value);
	settled.catch(() => {});
	return (await wait((done) => settled.then(done, done))) ? settled : left;
}

function modelList(id: string, at: number): unknown {
	return {
		object: "list",
		data: [{ id, object: "model", created: Math.floor(at / 1000), owned_by: "rivulet" }],
	};
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
