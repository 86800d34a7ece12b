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

/** A dated or prefixed form of the same name is the same model: `gpt-4o` answers as `gpt-4o-2024-08-06`. */
function isRerouted(asked: string, answered: string | undefined): boolean {
	if (!answered) return false;
	const [a, b] = [bareName(asked), bareName(answered)];
	return !a.startsWith(b) && !b.startsWith(a);
}

function bareName(model: string): string {
	return model.slice(model.lastIndexOf("/") + 1).toLowerCase();
}
