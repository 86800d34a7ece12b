import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder of recorded streams and cases that the acceptance tests run on: `shared` beside the workspace, or what
 * the environment variable `RIVULET_SHARED` names. `undefined` where there is none; those tests then skip.
 */
export const shared: string | undefined = find();

/** Says why a test was skipped. */
export const noShared = "the folder of recorded streams and cases is not here (RIVULET_SHARED can name it)";

function find(): string | undefined {
	const named = process.env.RIVULET_SHARED;
	if (named !== undefined && named !== "") return existsSync(named) ? resolve(named) : undefined;
	for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
		const manifest = join(folder, "package.json");
		if (existsSync(manifest) && isWorkspace(readFileSync(manifest, "utf8"))) {
			const beside = resolve(folder, "..", "shared");
			return existsSync(beside) ? beside : undefined;
		}
		if (folder === dirname(folder)) return undefined;
	}
}

function isWorkspace(manifest: string): boolean {
	return (JSON.parse(manifest) as { name?: unknown }).name === "rivulet-workspace";
}
