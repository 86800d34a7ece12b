import type { Style } from "../style.ts";

/** A line of a page: plain, or in one style. It is cut to the page's width when it is printed. */
export type Line = string | readonly [style: Style, text: string];
