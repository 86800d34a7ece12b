import type { ModelEvent } from "rivulet";

/** What an event adds to the text of an answer and to its thoughts. Either may be empty. */
export interface Saying {
	text: string;
	thinking: string;
}

/**
 * Turns events into what is written. The pieces of `text` join to `textOf(message)`, and a line feed where that does
 * not end in one. Each thought ends in a line feed too, one that was broken off as well.
 */
export function answerText(): (event: ModelEvent) => Saying {
	let blocks = 0;
	const text = lineEnder();
	const thinking = lineEnder();
	return (event) => {
		switch (event.type) {
			case "text_start":
				// Chat Completions has no ends of blocks: a thought may be closed long after the answer has begun.
				return { text: text.take(blocks++ > 0 ? "\n" : ""), thinking: thinking.end() };
			case "text_delta":
				return { text: text.take(event.delta), thinking: "" };
			case "thinking_delta":
				return { text: "", thinking: thinking.take(event.delta) };
			case "thinking_end":
				return { text: "", thinking: thinking.end() };
			case "done":
			case "error":
				return { text: text.end(), thinking: thinking.end() };
			default:
				return { text: "", thinking: "" };
		}
	};
}

/** Knows whether a text still needs a line feed at its end. */
function lineEnder() {
	let last = "\n";
	const take = (piece: string): string => {
		last = piece.at(-1) ?? last;
		return piece;
	};
	return { take, end: () => take(last === "\n" ? "" : "\n") };
}
