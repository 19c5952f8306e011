import { ModelError } from '../model-error.ts';
import { PROVIDERS, providerNamed, type Provider } from './providers.ts';

/** A provider, and a model of it. */
export interface ModelName {
  readonly provider: Provider;
  readonly modelId: string;
}

/**
 * Reads `provider/model` (the model may hold further slashes) or `provider:model`. A bare name is
 * one of OpenAI's, colons included, since fine-tuned models have them.
 */
export function parseModelName(name: string): ModelName {
  const [, before = '', separator, modelId = ''] = /^([^/:]*)([/:])(.*)$/s.exec(name) ?? [];
  if (separator === undefined) return of('openai', name, name);
  if (providerNamed(before)) return of(before, modelId, name);
  if (separator === '/') throw unknownProvider(before, name);
  return of('openai', name, name);
}

function of(providerName: string, modelId: string, name: string): ModelName {
  const provider = providerNamed(providerName);
  if (!provider) throw unknownProvider(providerName, name);
  if (modelId.trim() === '') {
    throw new ModelError('model-not-found', `"${name}" names no model; write provider/model`);
  }
  return { provider, modelId };
}

function unknownProvider(provider: string, name: string): ModelError {
  const known = PROVIDERS.flatMap((each) => [each.name, ...each.aliases]).join(', ');
  return new ModelError(
    'unknown-provider',
    `"${name}" names an unknown provider "${provider}"; known are ${known}`,
  );
}
