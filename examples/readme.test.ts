import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { test } from "node:test";

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8").trimEnd();

for (const readme of ["README.md", "README.zh-CN.md"]) {
	test(`${readme} shows the program that is run, and what it prints`, () => {
		const page = file(readme);
		assert.ok(page.includes(`\`\`\`ts\n${file("examples/readme/main.ts")}\n\`\`\``));
		assert.ok(page.includes(`\`\`\`\n${file("examples/readme/expected.txt")}\n\`\`\``));
	});

	test(`each link of ${readme} leads to a file`, () => {
		const links = [...file(readme).matchAll(/\]\(([^)#:]+)\)/g)].map(([, link]) => link as string);
		assert.ok(links.length > 5);
		for (const link of links) assert.ok(statSync(new URL(`../../${link}`, import.meta.url)), link);
	});
}
