/** Where a format shows itself, and by which bytes. */
const signatures: readonly [mimeType: string, at: number, bytes: string][] = [
	["image/png", 0, "\x89PNG\r\n\x1a\n"],
	["image/jpeg", 0, "\xff\xd8\xff"],
	["image/gif", 0, "GIF8"],
	["image/webp", 8, "WEBP"],
	["image/bmp", 0, "BM"],
	["image/tiff", 0, "II*\0"],
	["image/tiff", 0, "MM\0*"],
	["image/avif", 4, "ftypavif"],
	["image/heic", 4, "ftypheic"],
];

const extensions: Readonly<Record<string, string>> = {
	png: "image/png",
	jpg: "image/jpeg",
	jpeg: "image/jpeg",
	gif: "image/gif",
	webp: "image/webp",
	bmp: "image/bmp",
	tif: "image/tiff",
	tiff: "image/tiff",
	avif: "image/avif",
	heic: "image/heic",
	svg: "image/svg+xml",
};

/** The type of an image by its content; `undefined` where no known format shows. */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
	const start = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
	return signatures.find(([, at, signature]) => start.startsWith(signature, at))?.[0];
}

/** The type that the extension of a file's name or of an address's path promises. */
export function imageTypeOfName(name: string): string | undefined {
	return extensions[/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ""];
}
