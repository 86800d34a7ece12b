/**
 * How long a reply asks to wait, in milliseconds; `undefined` where it does not say, or not readably.
 *
 * `retry-after-ms`, the finer form that OpenAI, Azure and Anthropic send, is asked first, then `Retry-After`: seconds or
 * an HTTP date (RFC 9110, section 10.2.3). A date is measured against the reply's own `Date`, so that a clock that is
 * wrong here does no harm; one that has passed is 0.
 *
 * @param now milliseconds since 1970, for a reply without a `Date`
 */
export function retryAfterMs(headers: { get(name: string): string | null }, now: number): number | undefined {
	const value = headers.get("retry-after");
	const wait = httpDate(value, now) - (httpDate(headers.get("date"), now) || now);
	const waits = [amount(headers.get("retry-after-ms"), 1), amount(value, 1000), Math.max(0, wait)];
	return waits.find((ms) => ms >= 0 && ms < 1e15);
}

/** A plain decimal, in milliseconds, else NaN. The RFC has whole seconds only; some servers send fractions. */
function amount(value: string | null, unitMs: number): number {
	return wholeMs(Number(/^\d+(\.\d+)?$/.exec(`${value}`)?.[0]) * unitMs);
}

/** Rounded up, for a wait must not be cut short; 1.1 s are 1,100 ms, not the 1,100.0000000000002 of the product. */
export function wholeMs(ms: number): number {
	return Math.ceil(Number(ms.toFixed(3)));
}

/**
 * Reads the three forms of RFC 9110, section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
 * `Sun Nov  6 08:49:37 1994`. The others are turned into the first, which is the one that `Date.parse` must know (it
 * takes long names of days too). It is also how a date writes itself: what does not come out again as it went in (31 Feb, 24:00, another form, a local
 * time) was no HTTP date. Only a wrong day of the week passes.
 *
 * @returns milliseconds since 1970, or NaN
 */
function httpDate(value: string | null, now: number): number {
	// A year of two digits that seems to lie more than 50 years ahead is meant to lie in the past.
	const latest = new Date(now).getUTCFullYear() + 50;
	const date = `${value}`
		.replace("  ", " 0")
		.replace(/^(\w+) (\w+) (..) (.{8}) (\d+)$/, "$1, $3 $2 $5 $4 GMT")
		.replace(/-(...)-(..) /, (_, month, year) => ` ${month} ${latest - ((latest - year) % 100)} `)
		// A leap second, which dates here don't have.
		.replace(":60 ", ":59 ");
	const at = Date.parse(date);
	const legal = /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat)/.test(date);
	return legal && date.endsWith(new Date(at).toUTCString().slice(3)) ? at : Number.NaN;
}
