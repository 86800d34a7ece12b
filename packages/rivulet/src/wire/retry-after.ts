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
	const ms = amount(headers.get("retry-after-ms"), 1) ?? amount(value, 1000);
	if (ms !== undefined) return ms;
	const at = httpDate(value, now);
	return at === undefined ? undefined : Math.max(0, at - (httpDate(headers.get("date"), now) ?? now));
}

/** A plain decimal, in milliseconds. The RFC has whole seconds only; some servers send fractions. */
function amount(value: string | null, unitMs: number): number | undefined {
	const ms = value !== null && /^\d+(\.\d+)?$/.test(value) ? wholeMs(Number(value) * unitMs) : Number.NaN;
	return ms < Number.MAX_SAFE_INTEGER ? ms : undefined;
}

/** Rounded up, for a wait must not be cut short; 1.1 s are 1,100 ms, not the 1,100.0000000000002 of the product. */
export function wholeMs(ms: number): number {
	return Math.ceil(Number(ms.toFixed(3)));
}

/**
 * Reads the three forms of RFC 9110, section 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
 * `Sun Nov  6 08:49:37 1994`. The first is the only one that `Date.parse` must know, so the others are turned into it;
 * left to itself it would take much more, and read some of it in local time.
 */
function httpDate(value: string | null, now: number): number | undefined {
	const date = (value ?? "")
		.replace(/^(\w{3}) (\w{3}) ([ \d]\d) (.{8}) (\d{4})$/, "$1, $3 $2 $5 $4 GMT")
		.replace(",  ", ", 0")
		.replace(/^(\w{3})[a-z]{3,6}, (\d\d)-(\w{3})-(\d\d) /, (_, name, day, month, year) => {
			// A year of two digits that seems to lie more than 50 years ahead is meant to lie in the past.
			const thisYear = new Date(now).getUTCFullYear();
			const near = thisYear - (thisYear % 100) + Number(year);
			return `${name}, ${day} ${month} ${near > thisYear + 50 ? near - 100 : near} `;
		})
		// A leap second, which dates here don't have.
		.replace(":60 GMT", ":59 GMT");
	const legal = /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/.test(date);
	const at = legal ? Date.parse(date) : Number.NaN;
	// Date.parse takes 31 Feb for a day in March.
	return new Date(at).getUTCDate() === Number(date.slice(5, 7)) ? at : undefined;
}
