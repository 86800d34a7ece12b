import type { Command } from "commander";
import type { Model, ModelConfig, StreamOptions, Thinking } from "rivulet";
import { openAICompletions } from "rivulet/openai-completions";
import { count, positive, seconds, thinking } from "./option-values.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** What the options that {@link withModelOptions} declares come to. */
export interface ModelFlags {
	model?: string;
	baseUrl?: string;
	apiKeyEnv?: string;
	provider?: string;
	system?: string;
	maxTokens?: number;
	thinking?: Thinking;
	/** Milliseconds. */
	timeout?: number;
	retry?: number;
	color: boolean;
}

export type CallConfig = Omit<ModelConfig<object>, "compat">;

const defaultModel = "gpt-4o-mini";

/** Declares the options that say which model is asked, and how. */
export function withModelOptions(command: Command): Command {
	return command
		.option("--model <id>", `the model, as its provider spells it (default: ${defaultModel})`)
		.option("--base-url <url>", "address of a server that speaks Chat Completions")
		.option("--api-key-env <name>", "environment variable that holds the key")
		.option("--provider <name>", "name of the provider, as it stands on messages")
		.option("--system <text>", "system prompt")
		.option("--max-tokens <n>", "the most tokens to generate", positive)
		.option("--thinking <level>", "off, minimal, low, medium, high, max, or tokens", thinking)
		.option("--timeout <seconds>", "time for one call, repeats included", seconds)
		.option("--retry <n>", "repeats after a failure that may pass (default: 2)", count)
		.option("--no-color", "no colour, whatever the terminal can do");
}

/**
 * Which server is asked, and with which key.
 * @throws {UsageError} where neither a server nor a key is named, or a named variable holds no key
 */
export function callConfig(flags: ModelFlags, env: Terminal["env"]): CallConfig {
	const { baseUrl, provider, model = defaultModel } = flags;
	const apiKey = keyOf(flags, env);
	if (baseUrl === undefined && apiKey === undefined) {
		throw new UsageError(
			[
				"neither a key nor a server is set",
				"  set RIVULET_API_KEY or OPENAI_API_KEY, or name another variable with --api-key-env",
				"  for a server that needs no key, give its address with --base-url",
			].join("\n"),
		);
	}
	return {
		model,
		...(baseUrl !== undefined && { baseUrl }),
		...(apiKey && { apiKey }),
		...(provider && { provider }),
	};
}

/**
 * A model of Chat Completions.
 * @throws {UsageError} where `--base-url` is no address
 */
export function makeModel(config: CallConfig): Model {
	try {
		return openAICompletions(config);
	} catch (error) {
		throw new UsageError(`option '--base-url': ${(error as Error).message}`);
	}
}

/** The options as a call takes them. */
export function streamOptions(flags: ModelFlags, signal: AbortSignal): StreamOptions {
	return {
		signal,
		...(flags.maxTokens !== undefined && { maxTokens: flags.maxTokens }),
		...(flags.thinking !== undefined && { thinking: flags.thinking }),
		...(flags.timeout !== undefined && { timeouts: { total: flags.timeout } }),
		...(flags.retry !== undefined && { retry: { attempts: flags.retry } }),
	};
}

/** A key often comes out of a file with a line feed at its end, which no header may hold. */
function keyOf({ apiKeyEnv }: ModelFlags, env: Terminal["env"]): string | undefined {
	if (apiKeyEnv === undefined) return env.RIVULET_API_KEY?.trim() || env.OPENAI_API_KEY?.trim() || undefined;
	const key = env[apiKeyEnv]?.trim();
	if (!key) throw new UsageError(`option '--api-key-env': ${apiKeyEnv} is not set`);
	return key;
}
