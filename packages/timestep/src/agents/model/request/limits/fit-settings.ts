import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { LimitedSetting, SettingLimits } from './limits.ts';

type Settings = Pick<LanguageModelV4CallOptions, LimitedSetting | 'maxOutputTokens'>;

/** The settings that a provider accepts, with one sentence for each changed setting. */
export interface FittedSettings<S> {
  readonly settings: S;
  readonly changed: readonly string[];
}

/** Removes the settings of an agent that the model refuses, and lowers settings above its maximum. */
export function fitSettings<S extends Settings>(
  given: S,
  { refused = [], stopSequences: mostStops = Infinity, temperature, maxTokens }: SettingLimits,
): FittedSettings<S> {
  const changed: string[] = [];
  const settings = omit(given, refused);
  for (const name of refused) {
    // A temperature of 0 is not reported, because it is only the agent's default.
    const isDefault = name === 'temperature' && given.temperature === 0;
    if (given[name] !== undefined && !isDefault) changed.push(`${name} is left out`);
  }
  if (temperature !== undefined && (settings.temperature ?? 0) > temperature) {
    settings.temperature = temperature;
    changed.push(`temperature is lowered to ${temperature}`);
  }
  const { stopSequences: stops } = settings;
  if (stops && stops.length > mostStops) {
    settings.stopSequences = stops.slice(0, mostStops);
    changed.push(`only ${mostStops} stop sequences are sent`);
  }
  if (maxTokens !== undefined && (settings.maxOutputTokens ?? 0) > maxTokens) {
    settings.maxOutputTokens = maxTokens;
    changed.push(`maxTokens is lowered to ${maxTokens}`);
  }
  return { settings, changed };
}

function omit<S extends object>(given: S, names: readonly string[]): S {
  const entries = Object.entries(given).filter(([name]) => !names.includes(name));
  return Object.fromEntries(entries) as S;
}

/** Raises or lowers a token limit to the range that the provider accepts. */
export function clampTokenLimit(
  limit: number | undefined,
  { minTokens = 1, maxTokens = Infinity }: SettingLimits,
): number | undefined {
  return limit === undefined ? undefined : Math.min(Math.max(limit, minTokens), maxTokens);
}

/** Returns the name of a caller's setting that the model refuses, with the reason. */
export function findRefusedSetting(
  settings: Settings,
  { refused = [], temperature = Infinity }: SettingLimits,
): { readonly name: LimitedSetting; readonly reason?: string } | undefined {
  const name = refused.find((one) => settings[one] !== undefined);
  if (name) return { name };
  if ((settings.temperature ?? 0) <= temperature) return undefined;
  return { name: 'temperature', reason: `the highest temperature is ${temperature}` };
}
