import { findSimilarWord } from '#core';
import {
  type EnvironmentVariables,
  type Provider,
  findProvider,
  suggestProvider,
} from '#agents/model';
import type { Fields } from '../text/fields.ts';
import { type SecretSources, expandTexts } from './expand-texts.ts';

/**
 * Warns of variable names that resemble one of the provider. Other names are accepted, because the
 * started program may use them.
 */
function warnOfMisspeltVariables(keys: Fields, provider: Provider): void {
  const { keyVariables, baseUrlVariables, modelVariables } = provider;
  const known = [...keyVariables, ...baseUrlVariables, ...modelVariables];
  for (const name of Object.keys(keys.value)) {
    const meant = known.includes(name) ? undefined : findSimilarWord(name, known);
    if (meant !== undefined) keys.reportWarning(name, `is unknown: did you mean ${meant}?`);
  }
}

/** Parses the API keys of providers, such as `{ "openai": { "OPENAI_API_KEY": … } }`. */
export function parseProviderKeys(providers: Fields, secrets: SecretSources): EnvironmentVariables {
  const expansion = { secrets, reveal: () => undefined };
  const each = Object.keys(providers.value).map((name) => {
    const keys = providers.getObject(name);
    const provider = findProvider(name);
    if (!provider) providers.reportWarning(name, `is unknown: ${suggestProvider(name)}`);
    else warnOfMisspeltVariables(keys, provider);
    return expandTexts(keys, expansion);
  });
  return Object.fromEntries(each.flatMap((keys) => Object.entries(keys)));
}
