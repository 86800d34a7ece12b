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
	const refuse: (rule: string) => never = (rule) => {
		throw new TypeError(`baseUrl must ${rule}`);
	};
	let url: URL;
	try {
		url = new URL(baseUrl);
	} catch {
		// Without the cause, which quotes the address.
		refuse("be an absolute URL");
	}
	if (!/^https?:/.test(url.protocol)) refuse("begin with http:// or https://");
	if (url.username || url.password) refuse("not hold a user name or password");
	const [place = "", query = ""] = path.split("?");
	url.pathname = url.pathname.replace(/\/*$/, "/") + place.replace(/^\/+/, "");
	url.search += (url.search && query && "&") + query;
	url.hash = "";
	return url.href;
}
