/** A payload that the protocol does not allow. The message says where: `choices[0].delta.content must be a string`. */
export class ProtocolError extends Error {
	override name = "ProtocolError";
	/** Facts of the same payload's origin that are worth keeping are the caller's to add. */
	constructor(where: string) {
		super(`Invalid provider chunk: ${where}`);
	}
}
