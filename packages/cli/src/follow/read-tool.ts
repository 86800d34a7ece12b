import { constants } from "node:fs";
import { type FileHandle, open, realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import type { ToolCall, ToolDefinition, ToolResultMessage } from "rivulet";

/** The most of a file that is read. */
const maxBytes = 32 * 1024;

/** The one tool that is offered. */
export const readTool: ToolDefinition = {
	name: "read",
	description: "Reads a text file of the current folder and gives its content.",
	parameters: {
		type: "object",
		properties: { path: { type: "string", description: "Path of the file, relative to the current folder" } },
		required: ["path"],
		additionalProperties: false,
	},
};

/** Runs a call of the model. What goes wrong is an error result, which the model may read. */
export async function runTool(call: ToolCall, folder: string): Promise<ToolResultMessage> {
	let text: string;
	let isError = false;
	try {
		if (call.name !== readTool.name) throw new Refusal(`there is no tool ${JSON.stringify(call.name)}`);
		if (call.argumentsError !== undefined) throw new Refusal(call.argumentsError);
		const { path } = (call.arguments ?? {}) as { path?: unknown };
		if (typeof path !== "string" || path === "") throw new Refusal("path must be the name of a file");
		text = await readInside(folder, path);
	} catch (error) {
		isError = true;
		text = `Error: ${error instanceof Refusal ? error.message : "the file can't be read"}`;
	}
	return {
		role: "toolResult",
		toolCallId: call.id,
		toolName: call.name,
		content: [{ type: "text", text }],
		isError,
		timestamp: Date.now(),
	};
}

/** Why a call is not done; its message is fit for the model. */
class Refusal extends Error {}

/**
 * Reads a file that really lies in the folder, wherever links lead. Hidden files are refused: they hold settings and
 * keys, and what is read is sent to a provider.
 */
async function readInside(folder: string, path: string): Promise<string> {
	const root = await realpath(folder);
	let real: string;
	try {
		real = await realpath(resolve(root, path));
	} catch {
		throw new Refusal(`there is no file ${JSON.stringify(path)}`);
	}
	const inside = relative(root, real);
	if (isAbsolute(inside) || inside.split(sep)[0] === "..")
		throw new Refusal("the file is outside of the current folder");
	if (inside.split(sep).some((part) => part.startsWith("."))) throw new Refusal("hidden files are not read");
	// A link put there after the check is not followed, and a pipe without a writer does not block.
	const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
	const file = await open(real, flags);
	try {
		return await readText(file, path);
	} finally {
		await file.close();
	}
}

async function readText(file: FileHandle, path: string): Promise<string> {
	const stat = await file.stat();
	if (!stat.isFile()) throw new Refusal(`${JSON.stringify(path)} is no file`);
	const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(stat.size, maxBytes)), 0);
	const bytes = buffer.subarray(0, bytesRead);
	if (bytes.includes(0)) throw new Refusal(`${JSON.stringify(path)} is no text`);
	// A character that is cut at the end is left out.
	const text = new TextDecoder().decode(bytes, { stream: stat.size > bytesRead });
	return stat.size > bytesRead ? `${text}\n(cut here: the file has ${stat.size} bytes)` : text;
}
