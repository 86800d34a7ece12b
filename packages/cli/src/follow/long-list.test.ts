import assert from "node:assert/strict";
import { test } from "node:test";
import type { Line } from "./line.ts";
import { longList, shortened } from "./long-list.ts";

function listOf(count: number, head: number, tail: number): Line[] {
	const list = longList(head, tail);
	for (let i = 0; i < count; i++) list.push((number) => [`${number}`]);
	assert.equal(list.length, count);
	return list.lines();
}

const note = (count: string): Line => ["dim", `     … ${count} more, --all shows them`];

test("a short list is whole", () => {
	assert.deepEqual(listOf(0, 2, 3), []);
	assert.deepEqual(listOf(2, 2, 3), ["1", "2"]);
	assert.deepEqual(listOf(4, 2, 3), ["1", "2", "3", "4"]);
	assert.deepEqual(listOf(5, 2, 3), ["1", "2", "3", "4", "5"]);
});

test("of a long list the middle is left out and counted", () => {
	assert.deepEqual(listOf(6, 2, 3), ["1", "2", note("1"), "4", "5", "6"]);
	assert.deepEqual(listOf(7, 2, 3), ["1", "2", note("2"), "5", "6", "7"]);
	assert.deepEqual(listOf(50_000, 1, 2), ["1", note("49,997"), "49999", "50000"]);
});

test("a list without a limit is whole", () => {
	assert.equal(listOf(1000, Number.POSITIVE_INFINITY, 1).length, 1000);
});

test("an entry may have several lines, and those that are left out are never made", () => {
	const list = longList(1, 1);
	list.push(() => ["a", "b"]);
	list.push(() => assert.fail("made"));
	list.push(() => [["red", "c"], "d"]);
	assert.deepEqual(list.lines(), ["a", "b", note("1"), ["red", "c"], "d"]);
});

test("a list that is at hand is shortened alike", () => {
	const lines = ["1", "2", "3", "4", "5", "6"];
	assert.deepEqual(shortened(lines, 2, 3), ["1", "2", note("1"), "4", "5", "6"]);
	assert.deepEqual(shortened(lines, 3, 3), lines);
});
