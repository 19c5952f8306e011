import { findSimilarWord } from '#core';
import { ModelError } from '../model-error.ts';
import { PROVIDERS, findProvider, type Provider } from './providers.ts';

/** A provider and the id of one of its models. */
export interface ModelName {
  readonly provider: Provider;
  readonly modelId: string;
}

/** Parses `provider/model` or `provider:model`, else an OpenAI model. Throws `ModelError`. */
export function parseModelName(name: string): ModelName {
  const [, before = '', separator, modelId = ''] = /^([^/:]*)([/:])(.*)$/s.exec(name) ?? [];
  if (separator === undefined) return createModelName('openai', name, name);
  if (findProvider(before)) return createModelName(before, modelId, name);
  if (separator === '/') throw createUnknownProviderError(before, name);
  return createModelName('openai', name, name);
}

function createModelName(providerName: string, modelId: string, name: string): ModelName {
  const provider = findProvider(providerName);
  if (!provider) throw createUnknownProviderError(providerName, name);
  if (modelId.trim() === '') {
    throw new ModelError('model-not-found', `"${name}" has no model name: use provider/model`);
  }
  return { provider, modelId };
}

function createUnknownProviderError(provider: string, name: string): ModelError {
  const message = `unknown provider "${provider}" in "${name}": ${suggestProvider(provider)}`;
  return new ModelError('unknown-provider', message);
}

/** Names the provider that an unknown name may mean, or else all providers. */
export function suggestProvider(unknown: string): string {
  const names = PROVIDERS.map((each) => each.name);
  const meant = findSimilarWord(unknown.toLowerCase(), [
    ...names,
    ...PROVIDERS.flatMap((each) => each.aliases),
  ]);
  return meant === undefined ? `use one of ${names.join(', ')}` : `did you mean ${meant}?`;
}
