import type { Annotation } from "../../message/content.ts";
import { defined } from "../../message/defined.ts";
import { finishMeaning } from "../../stream/finish-reason.ts";
import { ProtocolError } from "../../stream/protocol-error.ts";
import type { ProviderChunk, ProviderDecoder } from "../../stream/provider-chunk.ts";
import { classifyErrorObject } from "../../wire/classify.ts";
import type { CompletionsCompat } from "./compat.ts";
import { reasoningDetails } from "./reasoning-details.ts";
import { thinkTags } from "./think-tags.ts";
import { usageReader } from "./usage.ts";

type Json = { [member: string]: unknown };
/** An item of a list that is looked into without a check; whatever it is, it has no such members. */
type Item = Json | null | undefined;
type ToolChunk = Extract<ProviderChunk, { type: "tool" }>;

/** The slot of thoughts, so that data can find it. */
const thoughts = "thoughts";

/**
 * Reads Chat Completions chunks (https://platform.openai.com/docs/api-reference/chat-streaming/streaming) and whole
 * completions, as many servers send them: see `docs/protocols/openai-completions.md` for what is read where.
 *
 * A closure and not a class, which is smaller. Facts go to `chunks` in the order in which they were read. `at` is a
 * place in the payload.
 */
export function createDecoder(compat: CompletionsCompat = {}): ProviderDecoder {
	let chunks: ProviderChunk[] = [];
	let id: string | undefined;
	let model: string | undefined;
	/** The first member that a thought came in. */
	let field: string | undefined;
	let texted = false;
	let refused = false;
	let called = false;
	let counted = false;
	let finished = false;
	let done = false;
	/** What the payload says of an error, which says more than a finish reason beside it. */
	let error: unknown;
	const cited = new Set<unknown>();
	/** Citations that came before the text that they belong to. */
	let early: ProviderChunk[] = [];
	const details = reasoningDetails();
	const readUsage = usageReader(deviate);
	const tagged = compat.thinkTags && thinkTags(say);

	function deviate(name: string, at?: string): void {
		chunks.push({ type: "deviation", name, at });
	}

	function say(type: "text" | "thinking", delta: string): void {
		chunks.push({ type, delta, block: type === "text" ? undefined : thoughts });
	}

	function note(key: string, value: unknown): void {
		chunks.push({ type: "data", block: thoughts, key, value });
	}

	function choice(item: unknown, at: string, place: number): void {
		const choice = check("object", item, at, place);
		if (!choice) return;
		if (place > 0 || (choice.index ?? 0) !== 0) return deviate("extra-choice");
		let { delta } = choice;
		let where = "choices[0].delta";
		if (delta === undefined && choice.message) {
			delta = choice.message;
			where = "choices[0].message";
		}
		const found = check("object", delta, where);
		if (found) contents(found, where);
		if (choice.usage) usage(choice.usage);
		const reason = error == null && check("string", choice.finish_reason, "choices[0].finish_reason");
		if (!reason) return;
		// The reasons that OpenAI documents.
		const usual = /^(stop|length|tool_calls|content_filter|function_call)$/.test(reason);
		if (!usual && finishMeaning(reason, compat.finishReasons)) deviate("nonstandard-finish-reason");
		finished = true;
		chunks.push({ type: "finish", reason, raw: refused && reason === "stop" ? "refusal" : undefined });
	}

	function contents(delta: Json, at: string): void {
		// The first that is not empty counts.
		think(delta.reasoning_content, at, "reasoning_content") ||
			think(delta.reasoning, at, "reasoning") ||
			think(delta.reasoning_text, at, "reasoning_text");
		const { reasoning_details: fragments, content } = delta;
		if (Array.isArray(fragments) && fragments.length) {
			// Data opens the slot where the details first stood; the whole list follows at the end.
			if (!details.entries.length) note("field", field ?? "reasoning_details");
			details.add(fragments);
		}
		// A list of parts is what Mistral sends where there is thinking.
		if (Array.isArray(content)) each(content, part, `${at}.content`);
		else text(check("string", content, at, "content"));
		const refusal = check("string", delta.refusal, at, "refusal");
		if (refusal) {
			refused = true;
			chunks.push({ type: "text", delta: refusal, block: "refusal", refusal: true });
		}
		const calls = check("array", delta.tool_calls, at, "tool_calls");
		if (calls) each(calls, call, `${at}.tool_calls`);
		if (delta.function_call != null) {
			tool(delta.function_call, `${at}.function_call`, { type: "tool", block: "function_call" });
		}
		each(delta.annotations, annotation);
		each(delta.images, image);
	}

	/** Takes a thought in one of the members that servers have for them; false where it is empty. */
	function think(value: unknown, at: string, name: string): boolean {
		const thought = check("string", value, at, name);
		if (!thought) return false;
		if (!field) note("field", name);
		field ??= name;
		say("thinking", thought);
		return true;
	}

	function text(content: string | undefined): void {
		if (!content) return;
		texted = true;
		if (tagged) tagged(content);
		else say("text", content);
	}

	function part(item: unknown, at: string, place: number): void {
		const part = check("object", item ?? 0, at, place) as Json;
		if (part.type === "thinking" && Array.isArray(part.thinking)) {
			each(part.thinking, (thought) => {
				const delta = only("string", thought?.text);
				if (delta) say("thinking", delta);
			});
		} else if (typeof part.text === "string") text(part.text);
		else deviate("unknown-delta", `${at}[${place}]`);
	}

	function call(item: unknown, list: string, place: number): void {
		const call = check("object", item, list, place);
		if (!call) return;
		const at = `${list}[${place}]`;
		const { extra_content } = call;
		let { index } = call;
		if (index === -1) {
			deviate("tool-index-none");
			index = undefined;
		} else if (index == null) deviate("missing-tool-index");
		const id = check("string", call.id, at, "id");
		const kind = call.custom == null ? "function" : "custom";
		tool(call[kind] ?? {}, `${at}.${kind}`, {
			type: "tool",
			index,
			// Some gateways spell a missing id out.
			id: id === "null" ? undefined : id,
			data: extra_content ? { extra_content } : undefined,
			format: kind === "custom" ? "text" : undefined,
		});
	}

	function tool(value: unknown, at: string, chunk: ToolChunk): void {
		const call = check("object", value, at);
		if (!call) return;
		chunk.name = check("string", call.name, at, "name");
		let text = chunk.format ? call.input : call.arguments;
		if (typeof text === "object" && text) {
			deviate("tool-arguments-not-text");
			text = JSON.stringify(text);
		}
		chunk.argumentsDelta = check("string", text, at, "arguments");
		called = true;
		chunks.push(chunk);
	}

	function usage(value: unknown): void {
		const members = check("object", value, "usage");
		if (!members) return;
		const usage = readUsage(members);
		if (counted) deviate("usage-repeated");
		counted = true;
		chunks.push({ type: "usage", usage });
	}

	function annotation(item: Item): void {
		if (typeof item !== "object" || !item) return;
		const type = only("string", item.type) ?? "citation";
		const facts = (item[type] ?? item) as Json;
		cite({
			type,
			url: only("string", facts.url),
			title: only("string", facts.title),
			text: only("string", facts.content),
			start: only("number", facts.start_index),
			end: only("number", facts.end_index),
		});
	}

	/** Perplexity lists the addresses with every chunk. */
	function citation(url: Item | string): void {
		if (typeof url !== "string" || cited.has(url)) return;
		cited.add(url);
		cite({ type: "citation", url });
	}

	function cite(facts: Parameters<typeof defined<Annotation>>[0]): void {
		(texted ? chunks : early).push({ type: "annotation", annotation: defined<Annotation>(facts) });
	}

	function giveEarly(): void {
		chunks = chunks.concat(early);
		early = [];
	}

	/** Generated images (https://openrouter.ai/docs/features/multimodal/image-generation). */
	function image(item: Item, _: string, index: number): void {
		const url = only("string", (item?.image_url as Item)?.url);
		if (url === undefined) return;
		const [, mimeType = "image/*", data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
		const bytes = data == null ? { url } : { data };
		chunks.push({ type: "block", block: `image ${index} ${url.length}`, kind: "image", mimeType, ...bytes });
	}

	return {
		push(payload, event) {
			chunks = [];
			if (payload === "[DONE]") {
				done = true;
				return chunks;
			}
			const chunk = check("object", payload ?? 0, "the payload") as Json;
			error = chunk.error;
			if (done) deviate("data-after-done");
			else {
				if (!id || !model) {
					const fact = {
						type: "response" as const,
						id: id ? undefined : only("string", chunk.id),
						model: model ? undefined : only("string", chunk.model),
					};
					if (fact.id || fact.model) chunks.push(fact);
					id ||= fact.id;
					model ||= fact.model;
				}
				each(check("array", chunk.choices, "choices"), choice, "choices");
				each(chunk.citations, citation);
				if (texted && early.length) giveEarly();
			}
			usage(chunk.usage ?? (chunk.x_groq as Json | null | undefined)?.usage);
			if (event === "error" || chunk.object === "error") error ??= chunk;
			if (error != null && !done) chunks.push({ type: "error", error: classifyErrorObject(error) });
			return chunks;
		},

		end() {
			chunks = [];
			if (tagged) tagged();
			giveEarly();
			if (details.entries.length) note("reasoning_details", details.entries);
			if (finished) {
				if (!done) deviate("no-done-marker");
			} else if (compat.finishReason === "optional" && (called || done)) {
				chunks.push({ type: "finish", reason: called ? "tool_calls" : "stop", inferred: true });
			}
			return chunks;
		},
	};
}

interface Kinds {
	string: string;
	number: number;
	object: Json;
	array: unknown[];
}

/**
 * The value, or `undefined` where it is that or null.
 * @throws {ProtocolError} where it is of another kind, naming its place
 */
function check<K extends keyof Kinds>(
	kind: K,
	value: unknown,
	at: string,
	name?: string | number,
): Kinds[K] | undefined {
	if (value == null) return undefined;
	if (typeof value === kind ? !Array.isArray(value) : kind === "array" && Array.isArray(value))
		return value as Kinds[K];
	// Made only here: the path of a payload costs more than all checks of it.
	const place = typeof name === "number" ? `[${name}]` : name ? `.${name}` : "";
	throw new ProtocolError(`${at}${place} must be a${kind === "string" ? "" : "n"} ${kind}`);
}

/** Goes through what should be a list, and passes over what is none. */
function each(list: unknown, take: (item: Item, at: string, place: number) => void, at = ""): void {
	if (!Array.isArray(list)) return;
	for (let place = 0; place < list.length; place++) take(list[place], at, place);
}

/** The value where it is of the kind, for members that are passed over where they are not. */
function only<K extends "string" | "number">(kind: K, value: unknown): Kinds[K] | undefined {
	return typeof value === kind ? (value as Kinds[K]) : undefined;
}
