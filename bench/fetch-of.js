/**
 * A `fetch` that answers every request with the same bytes, cut into pieces of one size. The body is pulled: a piece
 * is made when the reader asks for one, so that reading ahead is the contender's own choice.
 * @param {Uint8Array} bytes
 * @param {number} size bytes per piece
 * @returns {typeof fetch}
 */
export function fetchOf(bytes, size) {
	return async () => {
		let at = 0;
		const body = new ReadableStream(
			{
				pull(controller) {
					if (at >= bytes.length) return controller.close();
					controller.enqueue(bytes.subarray(at, at + size));
					at += size;
				},
			},
			{ highWaterMark: 0 },
		);
		return new Response(body, { status: 200, headers: { "content-type": "text/event-stream" } });
	};
}
