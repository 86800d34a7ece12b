import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { ImageContent } from "rivulet";
import { UsageError } from "../usage-error.ts";
import { imageTypeOf, imageTypeOfName } from "./image-type.ts";

/** More than any provider takes in one request. */
const maxBytes = 50 * 1024 * 1024;

const causes: Readonly<Record<string, string>> = {
	ENOENT: "there is no such file",
	ENOTDIR: "there is no such file",
	EACCES: "it may not be read",
	EPERM: "it may not be read",
};

/**
 * An image from a file or an address. The type is told by a file's content, and by the extension where that says
 * nothing. An address is handed on as it is: the provider fetches it.
 * @param source a path, relative to `folder`; or an http or https address
 * @throws {UsageError} where there is no such file, or it is no image
 */
export async function readImage(source: string, folder: string): Promise<ImageContent> {
	if (/^https?:\/\//i.test(source)) {
		if (!URL.canParse(source)) throw new UsageError(`option '--image': ${source} is no address`);
		return { type: "image", url: source, mimeType: imageTypeOfName(new URL(source).pathname) ?? "image/*" };
	}
	const wrong = (why: string) => new UsageError(`option '--image': ${source}: ${why}`);
	const path = resolve(folder, source);
	let bytes: Uint8Array;
	try {
		const { size, isFile } = await stat(path).then((found) => ({ size: found.size, isFile: found.isFile() }));
		if (!isFile) throw wrong("this is no file");
		if (size > maxBytes) throw wrong(`it has more than ${maxBytes} bytes`);
		bytes = await readFile(path);
	} catch (error) {
		if (error instanceof UsageError) throw error;
		throw wrong(causes[(error as NodeJS.ErrnoException).code ?? ""] ?? "it can't be read");
	}
	const mimeType = bytes.length > 0 ? (imageTypeOf(bytes) ?? imageTypeOfName(path)) : undefined;
	if (!mimeType) throw wrong("this is no image of a known format");
	return { type: "image", data: Buffer.from(bytes).toString("base64"), mimeType };
}
