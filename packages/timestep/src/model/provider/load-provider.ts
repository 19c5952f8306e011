import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider';
import { boundedFetch } from '../../http/index.ts';
import type { Connection } from './connection.ts';
import { notInstalled } from './not-installed.ts';

/** The models of a provider whose package is loaded. */
export interface LoadedProvider {
  readonly languageModel: (modelId: string) => LanguageModelV4;
  /** Absent where the provider has no models for embeddings. */
  readonly embeddingModel?: (modelId: string) => EmbeddingModelV4;
}

/**
 * Loads one provider's package, about 100 ms and 10 MB. Every setting is passed, so that the packages
 * read nothing from the process's environment themselves. Answers are bounded while they arrive.
 * Rejects with `ModelError` `not-installed` where an optional package is missing.
 */
export async function loadProvider(
  connection: Connection,
  answerLimit?: number,
): Promise<LoadedProvider> {
  const fetch = boundedFetch(globalThis.fetch, answerLimit);
  switch (connection.kind) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const { api, apiKey, baseUrl: baseURL } = connection;
      const openai = createOpenAI({ apiKey, baseURL, fetch });
      return {
        languageModel: (id) => (api === 'responses' ? openai.responses(id) : openai.chat(id)),
        embeddingModel: (id) => openai.embeddingModel(id),
      };
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      const { apiKey, baseUrl: baseURL } = connection;
      const anthropic = createAnthropic({ apiKey, baseURL, fetch });
      return { languageModel: (id) => anthropic.languageModel(id) };
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      const { apiKey, baseUrl: baseURL } = connection;
      return modelsOf(createGoogle({ apiKey, baseURL, fetch }));
    }
    case 'openrouter': {
      const { createOpenRouter } = await import('@openrouter/ai-sdk-provider').catch(
        notInstalled('openrouter', '@openrouter/ai-sdk-provider'),
      );
      const { apiKey, baseUrl: baseURL } = connection;
      const openrouter = createOpenRouter({ apiKey, baseURL, fetch, compatibility: 'strict' });
      // OpenRouter reports tokens and the price of a stream only with this setting.
      const settings = { usage: { include: true } };
      return {
        languageModel: (id) => openrouter.chat(id, settings),
        embeddingModel: (id) => openrouter.textEmbeddingModel(id),
      };
    }
    case 'bedrock': {
      const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock').catch(
        notInstalled('bedrock', '@ai-sdk/amazon-bedrock'),
      );
      const { access, baseUrl } = connection;
      return modelsOf(
        createAmazonBedrock({
          // An empty API key keeps the package from looking for one in the environment.
          apiKey: '',
          fetch,
          ...access,
          ...(baseUrl !== undefined && { baseURL: baseUrl }),
        }),
      );
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const { name, baseUrl: baseURL, apiKey } = connection;
      const compatible = createOpenAICompatible({
        name,
        baseURL,
        includeUsage: true,
        // A server that does not know schemas reports that; a schema left out would go unnoticed.
        supportsStructuredOutputs: true,
        fetch,
        ...(apiKey !== undefined && { apiKey }),
      });
      return {
        languageModel: (id) => compatible.chatModel(id),
        embeddingModel: (id) => compatible.embeddingModel(id),
      };
    }
  }
}

function modelsOf(provider: Required<LoadedProvider>): LoadedProvider {
  return {
    languageModel: (id) => provider.languageModel(id),
    embeddingModel: (id) => provider.embeddingModel(id),
  };
}
