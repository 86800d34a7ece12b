import type { AssistantMessage } from "../message/message.ts";

/** Whom a request goes to. */
export interface Target {
	api: string;
	provider: string;
	id: string;
}

/**
 * Whether this very model made the message, so that its provider data and thoughts may go back to it. Where a router
 * answered with another model than was asked for, they are foreign.
 */
export function isOwn(message: AssistantMessage, target: Target): boolean {
	return (
		(message.api ?? "") === target.api &&
		message.provider === target.provider &&
		message.model === target.id &&
		!isRerouted(message.model, message.responseModel)
	);
}

/** What may follow a model's name without making it another one: `gpt-4o` answers as `gpt-4o-2024-08-06`. */
const version = /^(?:$|\.gguf$|[-@:_](?:\d{4}|v\d|latest|preview|exp))/;

function isRerouted(asked: string, answered: string | undefined): boolean {
	if (!answered) return false;
	const [short = "", long = ""] = [bareName(asked), bareName(answered)].sort((a, b) => a.length - b.length);
	return !long.startsWith(short) || !version.test(long.slice(short.length));
}

/** Without the vendor that a router puts before it. */
function bareName(model: string): string {
	return model.slice(model.lastIndexOf("/") + 1).toLowerCase();
}
