/**
 * Who is measured. A contender is a module with the members of {@link Contender}: this folder holds the floor and
 * Rivulet, `peers/` the libraries that it is measured against.
 */

/**
 * One call: reads all events, touching the partial of each where there is one, and gives the answer that its final
 * message holds.
 * @typedef {(watch?: Watch) => Promise<Answer>} Call
 *
 * @typedef {object} Watch absent where time is measured, so that looking costs nothing there
 * @property {(delta: string) => void} [arrived] gets each delta, or the text so far where there are no deltas
 * @property {(partial: any, shown: unknown, delta?: string) => Promise<void> | void} [seen] gets each partial, what it
 *   shows (its text, or the arguments parsed so far) and its event's delta, if it has one; the contender waits for it
 *
 * @typedef {object} Answer
 * @property {string} text
 * @property {unknown} [args] the parsed arguments of the one tool call
 *
 * @typedef {object} Contender
 * @property {(setting: Setting) => Promise<Call>} open loads the library and makes what outlives a call
 * @property {string} program a least program that streams text to the console; its bundle is the library's size
 *
 * @typedef {object} Setting
 * @property {typeof fetch} fetch
 * @property {string} baseUrl
 * @property {boolean} tool the answer is a tool call and the contender should show its arguments as they come
 */

/**
 * @typedef {object} Entry
 * @property {string} title as in the tables
 * @property {string} file the module, relative to this folder
 * @property {boolean} peer runs on the peers' Node alone
 * @property {"none" | "text" | "all"} partials what has a partial: nothing, text alone, or parsed arguments as well
 * @property {boolean} uniform its events are its own, the same for every provider
 * @property {string[]} modules what an application imports
 */

/** @type {Record<string, Entry>} */
export const contenders = {
	floor: entry("floor", "floor.js", { peer: false, partials: "none", uniform: false, modules: [] }),
	rivulet: entry("Rivulet", "rivulet.js", {
		peer: false,
		partials: "all",
		uniform: true,
		modules: ["rivulet/openai-completions"],
	}),
	"openai-raw": entry("`openai` raw", "peers/openai-raw.js", { uniform: false, modules: ["openai"] }),
	"openai-stream": entry("`openai` .stream()", "peers/openai-stream.js", {
		partials: "text",
		modules: ["openai"],
	}),
	"pi-ai": entry("pi-ai", "peers/pi-ai.js", {
		partials: "all",
		modules: ["@earendil-works/pi-ai/api/openai-completions"],
	}),
	tanstack: entry("`@tanstack/ai` chat()", "peers/tanstack.js", {
		modules: ["@tanstack/ai", "@tanstack/ai-openai"],
	}),
	langchain: entry("`@langchain/openai` + concat", "peers/langchain.js", {
		partials: "all",
		modules: ["@langchain/openai", "@langchain/core/utils/stream"],
	}),
	ai: entry("`ai` fullStream", "peers/ai-full-stream.js", { modules: ["ai", "@ai-sdk/openai-compatible"] }),
	"ai-ui": entry("`ai` readUIMessageStream", "peers/ai-ui-messages.js", {
		partials: "all",
		modules: ["ai", "@ai-sdk/openai-compatible"],
	}),
};

/**
 * @param {string} title
 * @param {string} file
 * @param {Partial<Entry> & { modules: string[] }} facts
 * @returns {Entry}
 */
function entry(title, file, facts) {
	return { title, file, peer: true, partials: "none", uniform: true, ...facts };
}

/** @param {string} id @returns {Promise<Contender>} */
export function load(id) {
	const known = contenders[id];
	if (!known) throw new Error(`No contender is called ${id}, only ${Object.keys(contenders).join(", ")}`);
	return import(new URL(known.file, import.meta.url).href);
}
