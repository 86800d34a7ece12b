import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assistantMessage, text, userMessage } from "../../message/constructors.ts";
import type { UserContent } from "../../message/content.ts";
import type { Message } from "../../message/message.ts";
import type { InputKind } from "../model.ts";
import type { CompletionsCompat } from "./compat.ts";
import { call, image, result } from "./messages.test.helper.ts";
import { toProviderMessages } from "./messages.ts";

/** Messages on the wire, and what was changed on the way. */
function send(
	messages: Message[],
	compat: CompletionsCompat = {},
	input: InputKind[] = ["text", "image", "file"],
) {
	const changes = new Map<string, number>();
	const wire = toProviderMessages(messages, { api: "a", provider: "p", id: "m", input, compat }, changes);
	return { wire, changes: Object.fromEntries(changes) };
}

const imagePart = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } };

describe("images, files and audio", () => {
	const parts = (...content: UserContent[]) => send([userMessage(content)]).wire[0]?.content;

	it("are parts beside the text, in order", () => {
		assert.deepEqual(
			parts(text("a"), image, text("b"), { type: "image", url: "https://a.example/i", mimeType: "image/*" }),
			[
				{ type: "text", text: "a" },
				imagePart,
				{ type: "text", text: "b" },
				{ type: "image_url", image_url: { url: "https://a.example/i" } },
			],
		);
		assert.deepEqual(parts(image), [imagePart]);
	});

	it("go as a file with its name, and with a name of our own where it has none", () => {
		const file = { type: "file", data: "AA==", mimeType: "application/pdf" } as const;
		const wire = (filename: string) => ({
			type: "file",
			file: { filename, file_data: "data:application/pdf;base64,AA==" },
		});
		assert.deepEqual(parts({ ...file, name: "a.pdf" }, file), [wire("a.pdf"), wire("file")]);
	});

	it("go as audio in the two formats that there are, and else as a file", () => {
		const kinds = { wav: "audio/wav", "x-wav": "audio/x-wav", mp3: "audio/mp3", mpeg: "audio/mpeg" };
		const formats = Object.values(kinds).map((mimeType) => parts({ type: "file", data: "AA==", mimeType }));
		const audio = (format: string) => [{ type: "input_audio", input_audio: { data: "AA==", format } }];
		assert.deepEqual(formats, [audio("wav"), audio("wav"), audio("mp3"), audio("mp3")]);
		assert.deepEqual(parts({ type: "file", data: "AA==", mimeType: "audio/ogg", name: "a.ogg" }), [
			{ type: "file", file: { filename: "a.ogg", file_data: "data:audio/ogg;base64,AA==" } },
		]);
	});

	it("have only their address sent where a file has no bytes, which is a change", () => {
		const file = {
			type: "file",
			url: "https://a.example/f",
			mimeType: "application/pdf",
			name: "f.pdf",
		} as const;
		const { wire, changes } = send([userMessage([text("a"), file])]);
		assert.deepEqual(wire, [{ role: "user", content: "a\n(file f.pdf: https://a.example/f)" }]);
		assert.equal(Object.values(changes).join(), "1");
	});

	it("are replaced by words for a model that does not take them, which is a change", () => {
		const file = { type: "file", data: "AA==", mimeType: "application/pdf" } as const;
		const { wire, changes } = send(
			[userMessage([text("a"), image, file]), assistantMessage([call]), result([image])],
			{},
			["text"],
		);
		const left = (what: string) => `(${what} left out: this model does not take it)`;
		assert.equal(wire[0]?.content, `a\n${left("image")}\n${left("file")}`);
		assert.deepEqual(wire.slice(2), [
			{ role: "tool", tool_call_id: "c1", name: "f", content: left("image") },
		]);
		assert.deepEqual(changes, { "replaced image": 2, "replaced file": 1 });
	});
});

describe("the result of a tool", () => {
	it("says that there was no output where there is none: an empty message is refused", () => {
		for (const content of ["", [], [text(""), text("")]]) {
			assert.equal(send([assistantMessage([call]), result(content)]).wire[1]?.content, "(no output)");
		}
	});

	it("has its images follow in a user message, which says whose they are; text stays where it is", () => {
		const { wire, changes } = send([assistantMessage([call]), result([text("a"), image, text("b"), image])]);
		assert.deepEqual(wire.slice(1), [
			{ role: "tool", tool_call_id: "c1", name: "f", content: "a\nb" },
			{
				role: "user",
				content: [{ type: "text", text: "From the result of f (c1):" }, imagePart, imagePart],
			},
		]);
		assert.deepEqual(changes, { "moved image": 2 });
	});

	it("has its images follow after the last result of the turn: results belong together", () => {
		const { wire } = send([
			assistantMessage([call, { ...call, id: "c2" }]),
			result([image]),
			result("b", "c2"),
			userMessage("go on"),
		]);
		assert.deepEqual(
			wire.map(({ role }) => role),
			["assistant", "tool", "tool", "user", "user"],
		);
		assert.equal(wire[1]?.content, "(see the attachment in the next message)");
		assert.deepEqual(wire[3]?.content, [{ type: "text", text: "From the result of f (c1):" }, imagePart]);
		assert.equal(wire[4]?.content, "go on");
	});

	it("keeps its images where the server takes them there", () => {
		const { wire, changes } = send([assistantMessage([call]), result([text("a"), image])], {
			supportsImagesInToolResults: true,
		});
		assert.deepEqual(wire[1]?.content, [{ type: "text", text: "a" }, imagePart]);
		assert.equal(wire.length, 2);
		assert.deepEqual(changes, {});
	});

	it("never has its details sent", () => {
		assert.ok(!JSON.stringify(send([assistantMessage([call]), result("a")]).wire).includes("never sent"));
	});
});
