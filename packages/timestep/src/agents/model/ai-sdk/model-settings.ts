import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { omitUndefined, type JsonObject } from '#core';
import type { CallerOptions } from './caller-settings.ts';

/** Settings of a model. An undefined setting means the provider's default. */
export interface ModelSettings {
  readonly temperature?: number;
  readonly topP?: number;
  /** Maximum number of tokens of a reply, including reasoning. */
  readonly maxTokens?: number;
  readonly stopSequences?: readonly string[];
  readonly reasoning?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';
  /**
   * Whether requests ask the provider to cache the prompt, so that its repeated part costs less.
   * Default: true. Some providers cache without being asked. `1h`: Claude keeps the prompt for an
   * hour instead of 5 minutes, and charges twice the input for writing it.
   */
  readonly promptCaching?: boolean | '1h';
  /** Options by provider name: `{ anthropic: { … } }`. */
  readonly providerOptions?: { readonly [provider: string]: JsonObject };
}

type OwnOptions = Omit<LanguageModelV4CallOptions, 'prompt' | 'providerOptions'> &
  Pick<CallerOptions, 'providerOptions'>;

/**
 * Converts model settings to options of an AI SDK call. `packageName`, the provider's name in the AI SDK,
 * selects the provider whose options turn off `store`.
 */
export function modelSettingsToOptions(
  settings: ModelSettings,
  packageName = 'openai',
): OwnOptions {
  const { temperature, topP, maxTokens, stopSequences, reasoning, providerOptions } = settings;
  const name = packageName === 'azure' ? 'azure' : 'openai';
  return {
    ...omitUndefined({ temperature, topP, maxOutputTokens: maxTokens, reasoning }),
    ...(stopSequences !== undefined && { stopSequences: [...stopSequences] }),
    // `store` is off: OpenAI would refer to stored replies by id, which breaks on replay.
    providerOptions: {
      ...providerOptions,
      [name]: { ...providerOptions?.[name], store: false },
    },
  };
}

/**
 * Merges options. The lower token limit applies. If the caller sets temperature or `topP`, both come from
 * the caller.
 */
export function mergeOptions(
  ownOptions: OwnOptions,
  callerOptions: CallerOptions,
): Omit<LanguageModelV4CallOptions, 'prompt'> {
  const { temperature, topP, ...rest } = ownOptions;
  const isSampled = callerOptions.temperature !== undefined || callerOptions.topP !== undefined;
  const { maxOutputTokens: ownLimit = Infinity } = ownOptions;
  const limit = Math.min(ownLimit, callerOptions.maxOutputTokens ?? Infinity);
  const providerOptions = { ...ownOptions.providerOptions };
  for (const [name, options] of Object.entries(callerOptions.providerOptions)) {
    providerOptions[name] = { ...providerOptions[name], ...options };
  }
  return {
    ...rest,
    ...(!isSampled && omitUndefined({ temperature, topP })),
    ...callerOptions,
    ...(limit < Infinity && { maxOutputTokens: limit }),
    providerOptions,
  };
}
