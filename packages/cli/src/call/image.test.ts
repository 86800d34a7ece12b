import assert from "node:assert/strict";
import { test } from "node:test";
import { folderWith } from "../spawn-cli.test.helper.ts";
import { readImage } from "./image.ts";
import { imageTypeOf, imageTypeOfName } from "./image-type.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\n....", "latin1");

test("a file's content tells its type, whatever its name", async (t) => {
	const folder = await folderWith(t, { "photo.jpg": png });
	assert.deepEqual(await readImage("photo.jpg", folder), {
		type: "image",
		data: png.toString("base64"),
		mimeType: "image/png",
	});
});

test("the extension counts where the content says nothing", async (t) => {
	const folder = await folderWith(t, { "drawing.SVG": "<svg/>" });
	assert.equal((await readImage("drawing.SVG", folder)).mimeType, "image/svg+xml");
});

test("each format is known by its first bytes", () => {
	const types = ["\xff\xd8\xff\xe0", "GIF89a", "RIFF....WEBPVP8 ", "BM....", "II*\0", "....ftypavif"];
	assert.deepEqual(
		types.map((start) => imageTypeOf(Buffer.from(start, "latin1"))),
		["image/jpeg", "image/gif", "image/webp", "image/bmp", "image/tiff", "image/avif"],
	);
	assert.equal(imageTypeOf(Buffer.from("text")), undefined);
	assert.equal(imageTypeOfName("archive.tar"), undefined);
});

test("an address is handed on as it is", async () => {
	assert.deepEqual(await readImage("https://example.com/a/b.webp?size=2", "."), {
		type: "image",
		url: "https://example.com/a/b.webp?size=2",
		mimeType: "image/webp",
	});
	assert.equal((await readImage("http://example.com/image", ".")).mimeType, "image/*");
});

test("what is no image is wrong usage that names option, file and cause", async (t) => {
	const folder = await folderWith(t, { "notes.txt": "text", "empty.png": "" });
	const cases: [string, RegExp][] = [
		["missing.png", /'--image': missing\.png: there is no such file/],
		["notes.txt/a.png", /there is no such file/],
		["notes.txt", /'--image': notes\.txt: this is no image of a known format/],
		["empty.png", /no image/],
		[".", /this is no file/],
		["https://", /is no address/],
	];
	for (const [source, message] of cases) {
		await assert.rejects(readImage(source, folder), (error: Error) => {
			assert.equal(error.name, "UsageError");
			assert.match(error.message, message);
			return true;
		});
	}
});
