/** One way to cut a body into reads. */
export interface CutPlan {
	name: string;
	/** Places of the borders, ascending, each between 0 and the length of the body (both excluded). */
	cuts: number[];
}

/** The pieces between the borders. */
export function piecesOf(body: Uint8Array, cuts: readonly number[]): Uint8Array[] {
	const pieces: Uint8Array[] = [];
	let from = 0;
	for (const cut of cuts) {
		pieces.push(body.subarray(from, cut));
		from = cut;
	}
	pieces.push(body.subarray(from));
	return pieces;
}

/** Pieces of one size, the last one shorter. */
export function piecesOfSize(body: Uint8Array, size: number): Uint8Array[] {
	return piecesOf(body, every(body.length, size));
}

/**
 * `RIVULET_CUTS=few` takes a tenth of the cuts in two and at random: for a run on a further runtime, where the ways of
 * cutting have been tried on another one already.
 */
export const fewCuts = process.env.RIVULET_CUTS === "few";
const small = fewCuts ? 0 : 4096;
const spreadPlaces = fewCuts ? 20 : 200;
const randomPlans = fewCuts ? 5 : 50;

/**
 * All ways in which a body is cut: in two at every offset (a body of 4 kB or more at 200 offsets spread over it), into
 * single bytes, inside each CRLF, inside each character of several bytes, and 50 times at random places. `seed` fixes
 * the random ones.
 */
export function* cutPlans(body: Uint8Array, seed: number): Generator<CutPlan> {
	const step = body.length < small ? 1 : body.length / (spreadPlaces + 1);
	for (let place = step; place < body.length; place += step) {
		const cut = Math.floor(place);
		yield { name: `in two at ${cut}`, cuts: [cut] };
	}
	yield { name: "into single bytes", cuts: every(body.length, 1) };
	const inCrlf = places(body, (place) => body[place - 1] === 0x0d && body[place] === 0x0a);
	if (inCrlf.length > 0) yield { name: "inside each CRLF", cuts: inCrlf };
	// 10xxxxxx: a byte that continues a character.
	const inCharacter = places(body, (place) => ((body[place] ?? 0) & 0xc0) === 0x80);
	if (inCharacter.length > 0) yield { name: "inside each character of several bytes", cuts: inCharacter };
	const random = randomNumbers(seed);
	for (let plan = 1; plan <= randomPlans; plan++) {
		const cuts = new Set<number>();
		const count = 1 + random(20);
		for (let cut = 0; cut < count; cut++) cuts.add(1 + random(body.length - 1));
		yield { name: `at random (seed ${seed}, plan ${plan})`, cuts: [...cuts].sort((a, b) => a - b) };
	}
}

function every(length: number, size: number): number[] {
	const cuts: number[] = [];
	for (let cut = size; cut < length; cut += size) cuts.push(cut);
	return cuts;
}

function places(body: Uint8Array, isOne: (place: number) => boolean): number[] {
	const found: number[] = [];
	for (let place = 1; place < body.length; place++) if (isOne(place)) found.push(place);
	return found;
}

/** Whole numbers from 0 to below `limit`, the same ones for the same seed (xorshift, 32 bits). */
export function randomNumbers(seed: number): (limit: number) => number {
	let state = seed | 0 || 1;
	return (limit) => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) % limit;
	};
}
