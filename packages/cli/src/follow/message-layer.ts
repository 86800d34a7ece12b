import type { AssistantMessage } from "rivulet";
import type { Line } from "./line.ts";
import { shortened } from "./long-list.ts";

/** Layer 6: the one message that the call ended with; what has a layer of its own is left out. */
export function messageLayer(message: AssistantMessage, all: boolean): Line[] {
	const { deviations: _, timing: __, ...facts } = message;
	const json = JSON.stringify(facts, null, 2).split("\n");
	return all ? json : shortened(json, 40, 20);
}

/** Layer 7: what had to be tolerated to read the reply. */
export function deviationsLayer({ deviations = [] }: AssistantMessage): Line[] {
	if (deviations.length === 0) return ["none"];
	return deviations.map(({ name, at, detail }) => {
		const place = typeof at === "number" ? `record ${at}` : at;
		return `${name} at ${place}${detail === undefined ? "" : `: ${detail}`}`;
	});
}
