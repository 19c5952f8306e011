import { omitUndefined, type JsonObject } from '#core';
import { dialectUsageToUsage } from '../dialect/dialect-usage.ts';
import { requestToDialect } from '../dialect/to-dialect.ts';
import type { Connection } from './connection.ts';
import type { LoadedProvider } from './load-provider.ts';

/** Loads the package for chat completions, and the differences of the provider's dialect. */
export async function loadCompatible(
  { name, baseUrl: baseURL, apiKey, dialect }: Extract<Connection, { kind: 'openai-compatible' }>,
  fetch: typeof globalThis.fetch,
): Promise<LoadedProvider> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const compatible = createOpenAICompatible({
    name,
    baseURL,
    includeUsage: true,
    // Without this setting, the package silently omits a schema that a server does not support.
    supportsStructuredOutputs: dialect?.jsonSchema !== false,
    fetch,
    ...(dialect && {
      transformRequestBody: (body, warnings) =>
        requestToDialect(body as JsonObject, dialect, warnings),
      convertUsage: (usage) => dialectUsageToUsage(usage, dialect),
    }),
    ...omitUndefined({ apiKey }),
  });
  return {
    languageModel: (id) => compatible.chatModel(id),
    embeddingModel: (id) => compatible.embeddingModel(id),
  };
}
