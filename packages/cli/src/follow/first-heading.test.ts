import assert from "node:assert/strict";
import { test } from "node:test";
import { firstHeading } from "./first-heading.ts";

test("the first heading is found, of any level, with its marks taken off", () => {
	assert.equal(firstHeading("# Rivulet\n\n## Use\n"), "Rivulet");
	assert.equal(firstHeading("Some words.\n\n### `rivulet` is *small* ###\n"), "rivulet is small");
	assert.equal(firstHeading("# [Name](https://example.com) ![badge](b.svg)"), "Name");
	assert.equal(firstHeading("#\n# C#\r\n"), "C#");
});

test("a line under a text makes it a heading", () => {
	assert.equal(firstHeading("Rivulet\n=======\n"), "Rivulet");
	assert.equal(firstHeading("\n---\n\nRivulet\n---\n"), "Rivulet");
});

test("a comment in fenced code is no heading, and neither is a tag", () => {
	assert.equal(firstHeading("```sh\n# not this\n```\n~~~~\n~~~\n# nor this\n~~~~\n# Name"), "Name");
	assert.equal(firstHeading("#tag\n    # code"), undefined);
	assert.equal(firstHeading("```\n# open to the end"), undefined);
	assert.equal(firstHeading(""), undefined);
});
