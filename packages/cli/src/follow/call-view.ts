import type { AgentContext, AssistantMessage, Model, StreamOptions } from "rivulet";
import { type CallConfig, makeModel } from "../model-options.ts";
import type { Progress } from "../progress.ts";
import { chunkLine } from "./chunk-line.ts";
import { contextLayer } from "./context-layer.ts";
import { eventLine } from "./event-line.ts";
import type { Line } from "./line.ts";
import { type LongList, longList } from "./long-list.ts";
import { deviationsLayer, messageLayer } from "./message-layer.ts";
import type { Page } from "./page.ts";
import { recordsLayer } from "./records-layer.ts";
import { requestLayer } from "./request-layer.ts";
import { timingLayer } from "./timing-layer.ts";

export interface CallView {
	config: CallConfig;
	context: AgentContext;
	options: StreamOptions;
	/** Show long lists whole. */
	all: boolean;
	page: Page;
	/** Takes secrets out of what is shown, before it is cut. */
	redact: (text: string) => string;
	/** Starts to show that something is going on. */
	startProgress(): Progress;
}

/** Makes one call and shows it layer by layer: two before it is made, six when it has ended. */
export async function showCall(view: CallView): Promise<AssistantMessage> {
	const { config, context, options, all, page, redact } = view;
	const list = (): LongList => (all ? longList(Number.POSITIVE_INFINITY, 1) : longList(10, 6));
	const records = recordsLayer(all);
	const chunks = list();
	const events = list();
	const model = makeModel({
		...config,
		onRecord: (record) => records.take(record),
		onChunk: (chunk, attempt) => chunks.push((number) => [chunkLine(number, chunk, attempt)]),
	});

	page.section("1 canonical messages", contextLayer(context));
	page.section("2 request body", requestLines(model, context, options, all));
	await page.flush();

	const progress = view.startProgress();
	const stream = model.stream(context, options);
	for await (const event of stream) {
		progress.add(event);
		events.push((number) => [eventLine(number, event, redact)]);
	}
	progress.stop();
	const message = await stream.result();

	page.section("3 raw SSE records", records.lines());
	page.section(`4 chunks: the facts in them (${chunks.length})`, linesOf(chunks));
	page.section(`5 events, and the message that grows (${events.length})`, linesOf(events));
	page.section("6 final message", messageLayer(message, all));
	page.section("7 deviations", deviationsLayer(message));
	page.section("8 timing", timingLayer(message));
	await page.flush();
	return message;
}

function linesOf(list: LongList): Line[] {
	return list.length > 0 ? list.lines() : ["none"];
}

function requestLines(model: Model, context: AgentContext, options: StreamOptions, all: boolean): Line[] {
	try {
		return requestLayer(model.request(context, options), all);
	} catch (error) {
		return [["red", `no request can be made: ${(error as Error).message}`]];
	}
}
