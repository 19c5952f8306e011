import type { JsonObject } from '#core';
import { PROVIDERS } from '../provider/providers.ts';

export interface ModelIdentity {
  /** Provider id, such as `openai.responses`. The text before the dot names the package. */
  readonly provider: string;
  readonly modelId: string;
}

/** Options of one package for settings without a common AI SDK option. */
export interface OptionMapping {
  readonly name: string;
  readonly oneCall?: JsonObject;
  readonly verbosity?: (verbosity: string) => JsonObject;
  readonly strict?: (strict: boolean) => JsonObject;
  /** Converts the reasoning effort; undefined if the package supports the common option. */
  readonly effort?: (effort: string) => JsonObject;
  readonly summary?: (summary: string) => JsonObject;
  /** Whether the package silently ignores a request for JSON without a schema. */
  readonly needsSchema?: boolean;
}

export function getOptionMapping({ provider, modelId }: ModelIdentity): OptionMapping {
  const [name = provider] = provider.split('.');
  const strict = (strictJsonSchema: boolean): JsonObject => ({ strictJsonSchema });
  const verbosity = (textVerbosity: string): JsonObject => ({ textVerbosity });
  switch (name) {
    case 'openai':
    case 'azure':
      return {
        name,
        strict,
        verbosity,
        oneCall: { parallelToolCalls: false },
        // `null` prevents the reasoning summary that the package would request, which costs money.
        effort: (reasoningEffort) => ({ reasoningEffort, reasoningSummary: null }),
        summary: (reasoningSummary) => ({ reasoningSummary }),
      };
    case 'openai-compatible':
    case 'ollama':
    case 'lmstudio':
      return { name, strict, verbosity, oneCall: { parallel_tool_calls: false } };
    case 'openrouter':
      return {
        name,
        verbosity: (level) => ({ verbosity: level }),
        oneCall: { parallel_tool_calls: false },
        effort: (effort) => ({ reasoning: { effort } }),
      };
    case 'anthropic':
      return { name, oneCall: { disableParallelToolUse: true } };
    // Claude on Google Vertex takes the same options as Anthropic's own API.
    case 'googleVertex':
      return { name: 'anthropic', oneCall: { disableParallelToolUse: true }, needsSchema: true };
    case 'amazon-bedrock':
      return modelId.includes('anthropic.')
        ? { name: 'anthropic', oneCall: { disableParallelToolUse: true }, needsSchema: true }
        : { name: 'anthropic', needsSchema: true };
    default:
      return getDialectMapping(name, strict);
  }
}

/**
 * Returns the options of a provider with chat completions. They have the names that the AI SDK's own
 * package for the provider uses, because a program may pass a model of that package.
 */
function getDialectMapping(
  name: string,
  strict: NonNullable<OptionMapping['strict']>,
): OptionMapping {
  const provider = PROVIDERS.find((each) => each.name === name);
  if (provider?.kind !== 'openai-compatible') return { name };
  if (provider.dialect) return { name, strict, oneCall: { parallelToolCalls: false } };
  return { name, strict, oneCall: { parallel_tool_calls: false } };
}
