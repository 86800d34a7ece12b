// How far the number has come. It may end from ZERO to POWER; from POWER on, digits are the exponent's.
const START = 0;
const MINUS = 1;
const POINT = 2;
const ZERO = 3;
const INTEGER = 4;
const FRACTION = 5;
const POWER = 6;
const E = 7;
const E_SIGN = 8;

/** Doubles and their midpoints have at most 768 digits: of those beyond it only matters whether all are 0. */
const DIGITS = 800;

/**
 * A JSON number (RFC 8259, section 6) read character by character, in constant space and in constant time for
 * each character and value, however many digits it has.
 */
export class JsonNumber {
	#state = START;
	#sign = 1;
	/** The significant digits, as an integer while it is exact, which is fast; beyond in `#digits`. */
	#integer = 0;
	#digits = "";
	/** Not 0 if digits were left out that are not all 0. */
	#tail = 0;
	/** The power of ten that the digits are to be multiplied by, the exponent apart. */
	#scale = 0;
	#powerSign = 1;
	#power = 0;

	/** Takes a character code. False means that no number goes on like this, and nothing has changed. */
	push(c: number): boolean {
		const state = this.#state;
		const digit = c - 48;
		if (digit >= 0 && digit < 10) {
			if (state === ZERO) return false;
			if (state >= POWER) {
				this.#state = POWER;
				this.#power = Math.min(this.#power * 10 + digit, 1e9);
				return true;
			}
			if (state === POINT || state === FRACTION) {
				this.#state = FRACTION;
				this.#scale--;
			} else this.#state = digit || state === INTEGER ? INTEGER : ZERO;
			if (!this.#digits && this.#integer < 1e14) this.#integer = this.#integer * 10 + digit;
			else {
				this.#digits ||= `${this.#integer}`;
				if (this.#digits.length < DIGITS) this.#digits += digit;
				else {
					this.#scale++;
					this.#tail ||= digit;
				}
			}
		} else if (c === 45 && state === START) {
			this.#state = MINUS;
			this.#sign = -1;
		} else if (c === 46 && (state === ZERO || state === INTEGER)) this.#state = POINT;
		else if ((c === 69 || c === 101) && state >= ZERO && state < POWER) this.#state = E;
		else if ((c === 43 || c === 45) && state === E) {
			this.#state = E_SIGN;
			this.#powerSign = 44 - c;
		} else return false;
		return true;
	}

	/** Whether it may end here. */
	get complete(): boolean {
		return this.#state >= ZERO && this.#state <= POWER;
	}

	/** What `JSON.parse` makes of the longest part that is a number; undefined before the first digit. */
	get value(): number | undefined {
		if (this.#state <= MINUS) return undefined;
		const power = this.#scale + this.#powerSign * this.#power;
		const size =
			power || this.#digits ? +`${this.#digits || this.#integer}${this.#tail}e${power - 1}` : this.#integer;
		return this.#sign * size;
	}
}
