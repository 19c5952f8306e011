import type { SharedV4Warning } from '@ai-sdk/provider';
import type { JsonObject, ReplySettings } from '#core';
import { ModelError } from '../model-error.ts';
import type { ModelIdentity } from './option-mapping.ts';

/** Names of reply settings, by the names of the same settings in the AI SDK's warnings. */
export const SETTING_OF_FEATURE: ReadonlyMap<string, string> = new Map([
  ['temperature', 'temperature'],
  ['topP', 'top_p'],
  ['presencePenalty', 'presence_penalty'],
  ['frequencyPenalty', 'frequency_penalty'],
  ['maxOutputTokens', 'max_output_tokens'],
  ['responseFormat', 'text.format'],
  ['toolChoice', 'tool_choice'],
  ['reasoning', 'reasoning.effort'],
  ['reasoningEffort', 'reasoning.effort'],
  ['reasoningSummary', 'reasoning.summary'],
  ['textVerbosity', 'text.verbosity'],
]);

/** Throws `ModelError` if a package warns that it ignored or changed a setting of the caller. */
export function throwIfSettingIgnored(
  warnings: readonly SharedV4Warning[],
  settings: ReplySettings,
  model: ModelIdentity,
): void {
  for (const warning of warnings) {
    if (warning.type !== 'unsupported' && warning.type !== 'compatibility') continue;
    const setting = SETTING_OF_FEATURE.get(warning.feature);
    if (setting !== undefined && hasSetting(settings, setting)) {
      throw createUnsupportedSettingError(model, setting, warning.details);
    }
  }
}

function hasSetting(settings: ReplySettings, setting: string): boolean {
  return (
    setting
      .split('.')
      .reduce<unknown>((value, key) => (value as JsonObject | undefined)?.[key], settings) !==
    undefined
  );
}

export function createUnsupportedSettingError(
  { provider, modelId }: ModelIdentity,
  setting: string,
  reason?: string,
): ModelError {
  const because = reason === undefined ? '' : ` (${reason})`;
  return new ModelError(
    'unsupported-setting',
    `the model ${modelId} of ${provider} does not support ${setting}${because}: remove the setting or use another model`,
  );
}
