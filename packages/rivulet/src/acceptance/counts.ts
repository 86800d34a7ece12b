/**
 * How many recorded streams and cases there are. Where the folder of them is present, a run over fewer is a failure:
 * a test that silently finds nothing proves nothing.
 */
export const counts = {
	/** Recorded streams of Chat Completions. */
	recordedStreams: 69,
	/** The ways in which they are cut, all together. */
	cutRuns: 61_267,
	/** Cases, variants included, that the Chat Completions path runs now. */
	cases: { stream: 61, "http-error": 20, request: 16 },
	/** Scenarios in `bad-streams.ts`. */
	badStreams: 58,
} as const;
