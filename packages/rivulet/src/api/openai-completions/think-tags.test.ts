import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { thinkTags } from "./think-tags.ts";

type Part = [kind: "text" | "thinking", text: string];

/** The parts of a text that comes in these pieces; neighbours of one kind are joined. */
function partsOf(...pieces: string[]): Part[] {
	const parts: Part[] = [];
	const take = thinkTags((kind, delta) => {
		assert.notEqual(delta, "", "no part is empty");
		const last = parts.at(-1);
		if (last?.[0] === kind) last[1] += delta;
		else parts.push([kind, delta]);
	});
	for (const piece of pieces) take(piece);
	take();
	return parts;
}

describe("think tags", () => {
	it("part thinking from text, and are neither", () => {
		assert.deepEqual(partsOf("<think>hm</think>answer"), [
			["thinking", "hm"],
			["text", "answer"],
		]);
	});

	it("leave a text without them as it is", () => {
		for (const text of ["answer", "a < b > c", "<thinking>no</thinking>", "</think>", "<THINK>a</THINK>"]) {
			assert.deepEqual(partsOf(text), [["text", text]]);
		}
		assert.deepEqual(partsOf(""), []);
	});

	it("let a text that begins with white space keep it, unless a tag follows", () => {
		assert.deepEqual(partsOf("  ", "  indented code"), [["text", "    indented code"]]);
		assert.deepEqual(partsOf("\n", " <thi", "nk>hm</think>x"), [
			["thinking", "hm"],
			["text", "x"],
		]);
	});

	it("take the white space after them with them, and leave any other", () => {
		assert.deepEqual(partsOf("<think>\n a b\n\tc</think>\n\n d \n"), [
			["thinking", "a b\n\tc"],
			["text", "d \n"],
		]);
		assert.deepEqual(partsOf("<think>", "\n", " ", "a", " ", "b</think>", "\n", "\n", "c"), [
			["thinking", "a b"],
			["text", "c"],
		]);
	});

	it("can come several times, and with nothing between", () => {
		assert.deepEqual(partsOf("<think>a</think>b<think>c</think>d"), [
			["thinking", "a"],
			["text", "b"],
			["thinking", "c"],
			["text", "d"],
		]);
		assert.deepEqual(partsOf("<think></think>a<think>\n\n</think>b"), [["text", "ab"]]);
	});

	it("that are never closed hold thinking to the end", () => {
		assert.deepEqual(partsOf("a<think>b <think> c"), [
			["text", "a"],
			["thinking", "b <think> c"],
		]);
	});

	it("are seen wherever they are cut", () => {
		const parts: Part[] = [
			["text", "a"],
			["thinking", "b"],
			["text", "c"],
		];
		const text = "a<think>b</think>c";
		assert.deepEqual(partsOf(...text), parts);
		for (let at = 0; at <= text.length; at++)
			assert.deepEqual(partsOf(text.slice(0, at), text.slice(at)), parts);
	});

	it("are text where they only begin, even at the end of all", () => {
		for (const text of ["a<", "a<think", "a<thinker>", "a<<think", "a<th<thin"]) {
			assert.deepEqual(partsOf(text), [["text", text]]);
			assert.deepEqual(partsOf(...text), [["text", text]]);
		}
		assert.deepEqual(partsOf("<think>a</thin"), [["thinking", "a</thin"]]);
		assert.deepEqual(partsOf("a<<think>b<</think>c"), [
			["text", "a<"],
			["thinking", "b<"],
			["text", "c"],
		]);
	});

	it("hold back no more than what may be their beginning", () => {
		const seen: string[] = [];
		const take = thinkTags((_, delta) => seen.push(delta));
		take("hello <thi");
		assert.deepEqual(seen, ["hello "]);
		take("s");
		assert.deepEqual(seen, ["hello ", "<this"]);
		take(" is it");
		assert.deepEqual(seen, ["hello ", "<this", " is it"]);
		take();
		assert.equal(seen.length, 3);
	});

	it("give the same parts whatever way the text is cut", () => {
		const words = fc.constantFrom(
			"<think>",
			"</think>",
			"<",
			"</",
			"think>",
			"<thi",
			"nk>",
			" ",
			"\n",
			"a",
			"ü👍",
		);
		const text = fc.array(words, { maxLength: 12 }).map((list) => list.join(""));
		const cuts = fc.array(fc.nat(60), { maxLength: 8 });
		fc.assert(
			fc.property(text, cuts, (whole, places) => {
				const borders = [0, ...places.map((place) => Math.min(place, whole.length)), whole.length];
				borders.sort((a, b) => a - b);
				const pieces = borders.slice(1).map((border, at) => whole.slice(borders[at], border));
				assert.deepEqual(partsOf(...pieces), partsOf(whole));
				assert.deepEqual(partsOf(...whole.split("")), partsOf(whole));
			}),
			{ numRuns: 500 },
		);
	});

	it("lose nothing but themselves and white space", () => {
		const words = fc.constantFrom("<think>", "</think>", "<", "/", " ", "a", "b");
		fc.assert(
			fc.property(fc.array(words, { maxLength: 12 }), (list) => {
				const whole = list.join("");
				const said = partsOf(whole).map(([, text]) => text);
				// Taking both tags out of both sides levels those that stand where they mean nothing.
				const bare = (text: string) => text.replace(/<\/?think>|\s/g, "");
				assert.equal(bare(said.join("")), bare(whole));
			}),
		);
	});
});
