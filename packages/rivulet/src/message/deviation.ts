/**
 * A tolerance that was needed to read a reply, or an option that could not be sent. Each name stands once on a
 * message, for the first place where it was seen.
 */
export interface Deviation {
	name: string;
	/** The number of the record in the stream (from 1), or the path in the payload or the request. */
	at: number | string;
	detail?: string;
}
