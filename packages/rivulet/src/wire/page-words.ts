/** What an HTML page or a plain text says, in at most 200 characters: its title, else its first words. */
export function pageWords(page: string): string {
	const rest = /(^.*?<title>|<\/title>.*|<(script|style).*?<\/\2>|<[^>]*>|\s)+/gis;
	return page.slice(0, 4_000).replace(rest, " ").trim().slice(0, 200);
}
