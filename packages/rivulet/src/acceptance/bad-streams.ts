import type { BadStream } from "./bad-stream.ts";
import { endings } from "./bad-streams-endings.ts";
import { framing } from "./bad-streams-framing.ts";
import { tools } from "./bad-streams-tools.ts";

/**
 * Replies of Chat Completions servers, bad and good, and the one state in which each must end. They hold for every
 * reader, whatever the provider is named, and for every cut of the bytes.
 */
export const badStreams: BadStream[] = [...framing, ...endings, ...tools];
