import assert from "node:assert/strict";
import { after, test } from "node:test";
import { badStreams } from "./bad-streams.ts";
import { checkStream } from "./check-stream.ts";
import { piecesOfSize, randomNumbers } from "./cuts.ts";
import { turns } from "./fake-clock.ts";
import { chatModel, feed, hello, utf8 } from "./feed.ts";

const runs = 2000;
const unhandled: unknown[] = [];
process.on("unhandledRejection", (reason) => unhandled.push(reason));

type Random = (limit: number) => number;

/** Ways to damage a list of records. Each changes the list in place. */
const damages: ((records: string[], random: Random) => void)[] = [
	(records, random) => records.splice(random(records.length), 1),
	(records, random) => records.splice(random(records.length), 0, records[random(records.length)] ?? ""),
	(records, random) => records.push(...records.splice(random(records.length), 1)),
	(records, random) => records.push(...recordsOf(badStreams[random(badStreams.length)]!.body)),
	(records, random) => {
		const place = random(records.length);
		records[place] = records[place]?.slice(0, random(records[place].length)) ?? "";
	},
	(records, random) => {
		const place = random(records.length);
		const record = records[place] ?? "";
		const at = random(record.length || 1);
		records[place] = record.slice(0, at) + '{}[]":,0n\n'[random(10)] + record.slice(at + random(2));
	},
	(records, random) => {
		const place = random(records.length);
		const values = ["null", "42", '""', "{}", "[]", "true", "-1", '"x"'];
		const pieces = records[place]?.split(/(?<=":)(?=["\d[{n])/) ?? [];
		const piece = random(pieces.length || 1);
		pieces[piece] = (pieces[piece] ?? "").replace(
			/^("[^"]*"|\d+|null|\[\]|\{\})/,
			values[random(values.length)]!,
		);
		records[place] = pieces.join("");
	},
];

test("whatever is done to a reply, the rules that hold for every stream hold", async () => {
	for (let seed = 1; seed <= runs; seed++) {
		const random = randomNumbers(seed * 2_654_435_761);
		random(2);
		const records = recordsOf(badStreams[random(badStreams.length)]!.body);
		for (let times = 1 + random(3); times > 0; times--) damages[random(damages.length)]!(records, random);
		const body = records.join("");
		const pieces = piecesOfSize(utf8(body), 1 + random(200));
		const end = random(4) === 0 ? { error: new Error("socket hang up") } : "close";
		try {
			const { message } = await checkStream(
				chatModel(feed({ pieces, end, paced: true }).fetch).stream(hello),
			);
			assert.notEqual(message.error?.kind, "internal", message.errorMessage);
		} catch (error) {
			throw new Error(`seed ${seed}: ${JSON.stringify(body)}`, { cause: error });
		}
	}
});

after(async () => {
	await turns();
	assert.deepEqual(unhandled, [], "nothing is left unhandled");
});

function recordsOf(body: string): string[] {
	return body.split(/(?<=\n\n)/);
}
