import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { omitUndefined, type JsonObject, type ReplySettings, type TextFormat } from '#core';
import { getOptionMapping, type ModelIdentity, type OptionMapping } from './option-mapping.ts';
import { findRefusedSetting, clampTokenLimit } from '../request/limits/fit-settings.ts';
import { getProviderLimits } from '../request/limits/provider-limits.ts';
import { createUnsupportedSettingError, SETTING_OF_FEATURE } from './unsupported-settings.ts';

export type CallerOptions = Pick<
  LanguageModelV4CallOptions,
  | 'temperature'
  | 'topP'
  | 'presencePenalty'
  | 'frequencyPenalty'
  | 'maxOutputTokens'
  | 'responseFormat'
  | 'reasoning'
> & { readonly providerOptions: { readonly [provider: string]: JsonObject } };

/** Converts settings to call options. Throws `ModelError` for a setting without an option. */
export function settingsToCallOptions(
  settings: ReplySettings,
  model: ModelIdentity,
  hasTools: boolean,
): CallerOptions {
  const { text, reasoning, parallel_tool_calls } = settings;
  const format = text?.format?.type === 'text' ? undefined : text?.format;
  const words = getOptionMapping(model);
  const own = {
    ...(format?.type === 'json_schema' && words.strict?.(format.strict ?? false)),
    // Nothing is set if parallel calls are allowed, which is the default, or if there are no tools.
    ...(parallel_tool_calls === false &&
      hasTools &&
      requireOption(words.oneCall, model, 'parallel_tool_calls')),
    ...(text?.verbosity !== undefined &&
      requireOption(words.verbosity, model, 'text.verbosity')(text.verbosity)),
    ...(reasoning?.effort !== undefined && words.effort?.(reasoning.effort)),
    ...reasoningSummaryToOptions(settings, words, model),
  };
  if (format?.type === 'json_object' && words.needsSchema)
    throw createUnsupportedSettingError(model, 'text.format');
  const limits = getProviderLimits(model).settings;
  const sampling = omitUndefined({
    temperature: settings.temperature,
    topP: settings.top_p,
    presencePenalty: settings.presence_penalty,
    frequencyPenalty: settings.frequency_penalty,
  });
  const refused = findRefusedSetting(sampling, limits);
  if (refused) {
    const setting = SETTING_OF_FEATURE.get(refused.name) ?? refused.name;
    throw createUnsupportedSettingError(model, setting, refused.reason);
  }
  return {
    ...sampling,
    ...omitUndefined({
      maxOutputTokens: clampTokenLimit(settings.max_output_tokens, limits),
      responseFormat: format && toResponseFormat(format),
      reasoning: words.effort ? undefined : reasoning?.effort,
    }),
    providerOptions: Object.keys(own).length > 0 ? { [words.name]: own } : {},
  };
}

/** Converts the level of reasoning summaries. Levels other than `auto` need a provider option. */
function reasoningSummaryToOptions(
  { reasoning }: ReplySettings,
  mapping: OptionMapping,
  model: ModelIdentity,
): JsonObject {
  const summary = reasoning?.summary;
  if (summary === undefined) return {};
  if (summary === 'auto') return mapping.summary?.(summary) ?? {};
  return requireOption(mapping.summary, model, 'reasoning.summary')(summary);
}

function requireOption<T>(option: T | undefined, model: ModelIdentity, setting: string): T {
  if (option === undefined) throw createUnsupportedSettingError(model, setting);
  return option;
}

function toResponseFormat(
  format: Exclude<TextFormat, { type: 'text' }>,
): NonNullable<LanguageModelV4CallOptions['responseFormat']> {
  if (format.type === 'json_object') return { type: 'json' };
  const { name, schema, description } = format;
  return { type: 'json', name, schema, ...omitUndefined({ description }) };
}
