/** A request that can't be made of this context or these options. Its message says where. */
export class RequestError extends Error {
	override name = "RequestError";
}
