/**
 * The replies that are streamed, as bytes of OpenAI's Chat Completions wire
 * (https://platform.openai.com/docs/api-reference/chat-streaming): each event with all the members that OpenAI
 * sends, about 280 bytes for a delta of one token. The same count always gives the same bytes.
 */

const WORDS =
	"the stream of a reply comes in small parts, and each part says only what is new; so a reader who wants the whole has to add them up. Naïve code (most of it) does “that” again at every step – 1,024 times over:\n"
		.split(/(?= )/)
		.filter((word) => word !== "");

/** For the rarer words: two of them make about two thousand. */
const SYLLABLES =
	"ra be con ti mo der lu fan gen ster pa vo nish el qua ber dro il sem to ver na cap rin lo ti gra chu ist mon fe al por sta gle win dor ka ple bri sul er hom".split(
		" ",
	);

/**
 * @typedef {object} Reply
 * @property {Uint8Array} bytes what the server sends
 * @property {string} text the text of the answer, "" for none
 * @property {unknown} args the arguments of its one tool call, undefined for none
 */

/** The name of the tool that is called, which some contenders must declare. */
export const toolName = "save_orders";

/**
 * An answer of text in `count` deltas.
 * @param {number} count
 * @returns {Reply}
 */
export function textReply(count) {
	const random = dice(count);
	const pick = (/** @type {string[]} */ from) => from[Math.floor(random() * from.length)] ?? "";
	const deltas = Array.from({ length: count }, () =>
		random() < 0.6 ? pick(WORDS) : ` ${pick(SYLLABLES)}${pick(SYLLABLES)}`,
	);
	return textOf(deltas, random);
}

/**
 * An answer of one delta of `size` characters, one byte each.
 * @param {number} size
 * @returns {Reply}
 */
export function bigEventReply(size) {
	return textOf(["0123456789abcdef".repeat(size / 16)], dice(size));
}

/**
 * One tool call whose arguments come in `count` fragments of about four characters: rows of an order, as an agent
 * would save them.
 * @param {number} count
 * @returns {Reply}
 */
export function toolReply(count) {
	const random = dice(count);
	const raw = argumentsText(count * 4, random);
	const events = [
		delta({ role: "assistant", content: null, refusal: null }, random),
		delta(
			{
				tool_calls: [
					{ index: 0, id: "call_J7f3kQ", type: "function", function: { name: toolName, arguments: "" } },
				],
			},
			random,
		),
	];
	let from = 0;
	for (let i = 1; i <= count; i++) {
		const exact = (i * raw.length) / count;
		const to = i === count ? raw.length : Math.max(from + 1, Math.round(exact + random() * 3 - 1.5));
		events.push(delta({ tool_calls: [{ index: 0, function: { arguments: raw.slice(from, to) } }] }, random));
		from = to;
	}
	return { bytes: bytesOf(events, "tool_calls", random), text: "", args: JSON.parse(raw) };
}

/** @param {string[]} deltas @param {() => number} random @returns {Reply} */
function textOf(deltas, random) {
	const events = [
		delta({ role: "assistant", content: "", refusal: null }, random),
		...deltas.map((content) => delta({ content }, random)),
	];
	return { bytes: bytesOf(events, "stop", random), text: deltas.join(""), args: undefined };
}

/** @param {number} length @param {() => number} random */
function argumentsText(length, random) {
	const rows = [];
	for (let size = 0, id = 1; size < length; id++) {
		const row = JSON.stringify({
			id,
			name: `Customer ${Math.floor(random() * 1e6)}`,
			note: random() < 0.2 ? 'leave it at "the door"\nring twice – merci' : "as last time",
			price: Math.round(random() * 1e5) / 100,
			paid: random() < 0.5,
			tags: random() < 0.5 ? ["new", "gift"] : [],
		});
		rows.push(row);
		size += row.length + 1;
	}
	return `{"rows":[${rows.join(",")}]}`;
}

/** @param {string[]} events @param {string} finish @param {() => number} random */
function bytesOf(events, finish, random) {
	const count = events.length;
	const usage = {
		prompt_tokens: 9,
		completion_tokens: count,
		total_tokens: count + 9,
		prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
		completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
	};
	const end = [delta({}, random, finish), chunk([], random, usage), "data: [DONE]\n\n"];
	return new TextEncoder().encode([...events, ...end].join(""));
}

/** @param {object} members @param {() => number} random @param {string | null} finish */
function delta(members, random, finish = null) {
	return chunk([{ index: 0, delta: members, logprobs: null, finish_reason: finish }], random);
}

/** @param {object[]} choices @param {() => number} random @param {object | null} usage */
function chunk(choices, random, usage = null) {
	const event = {
		id: "chatcmpl-CKq3vUZl",
		object: "chat.completion.chunk",
		created: 1_760_000_000,
		model: "gpt-5",
		service_tier: "default",
		system_fingerprint: "fp_51e10",
		choices,
		usage,
		// OpenAI pads its events to hide the length of tokens.
		obfuscation: "aZ3kP".slice(0, Math.floor(random() * 6)),
	};
	return `data: ${JSON.stringify(event)}\n\n`;
}

/** A row of numbers in [0, 1) that is always the same (mulberry32). @param {number} seed */
function dice(seed) {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
	};
}
