/**
 * The address of an endpoint: `baseUrl` and `path` joined by exactly one slash. The query of `baseUrl` is kept (Azure
 * has its `api-version` there) and goes before one that `path` may have; a fragment is dropped.
 *
 * No message quotes the address, which may hold a secret.
 *
 * @param baseUrl absolute, http or https
 * @param path relative to it, with or without a slash before it
 * @throws {TypeError} where `baseUrl` is no such address, or holds a user name or password: fetch refuses those, and
 *   they would end up in logs
 */
export function endpointUrl(baseUrl: string, path: string): string {
	let url: URL;
	try {
		url = new URL(baseUrl);
	} catch {
		throw new TypeError("baseUrl must be an absolute URL, such as https://host.example/v1");
	}
	if (!/^https?:$/.test(url.protocol)) throw new TypeError("baseUrl must begin with http:// or https://");
	if (url.username || url.password) {
		throw new TypeError("baseUrl must not hold a user name or password: give a key as apiKey, or a header");
	}
	const [place, query] = path.replace(/^\/+/, "").split("?");
	const address = `${url.origin}${url.pathname.replace(/\/+$/, "")}/${place}`;
	const queries = [url.search.slice(1), query].filter(Boolean);
	return queries.length > 0 ? `${address}?${queries.join("&")}` : address;
}
