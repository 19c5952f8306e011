import type { Provider, ProviderName } from './providers.ts';

/** Creates a provider. Its variables default to `NAME_API_KEY`, `NAME_BASE_URL` and `NAME_MODEL`. */
export function createProvider(
  name: ProviderName,
  title: string,
  facts: Partial<Provider>,
): Provider {
  const prefix = name.toUpperCase().replace('-', '_');
  return {
    name,
    title,
    aliases: [],
    kind: 'openai-compatible',
    keyVariables: [`${prefix}_API_KEY`],
    keyNeeded: false,
    baseUrlVariables: [`${prefix}_BASE_URL`],
    modelVariables: [`${prefix}_MODEL`],
    ...facts,
  };
}
