import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider';
import { omitUndefined } from '#core';
import { limitFetch, networkFetch } from '#protocols/http';
import type { Connection } from './connection.ts';
import { withEntraToken } from './entra-access.ts';
import { withKeyHeader } from './key-header.ts';
import { omitUnknownBlocks } from '../unknown/omit-unknown-blocks.ts';
import { loadCompatible } from './load-compatible.ts';
import { loadVertex, loadVertexAnthropic } from './load-vertex.ts';
import { createMissingPackageHandler } from './missing-package.ts';

export interface LoadedProvider {
  readonly languageModel: (modelId: string) => LanguageModelV4;
  readonly embeddingModel?: (modelId: string) => EmbeddingModelV4;
}

/** Loads a provider's package, which takes 100 ms and 10 MB. Rejects with `ModelError`. */
export async function loadProvider(
  connection: Connection,
  answerLimit?: number,
): Promise<LoadedProvider> {
  const fetch = limitFetch(networkFetch, answerLimit);
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
    case 'azure': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const { api, apiKey = 'unused', entra, baseUrl: baseURL } = connection;
      const keyed = entra ? withEntraToken(fetch, entra) : withKeyHeader(fetch, 'api-key', apiKey);
      const azure = createOpenAI({ name: 'azure', apiKey, baseURL, fetch: keyed });
      return {
        languageModel: (id) => (api === 'responses' ? azure.responses(id) : azure.chat(id)),
        embeddingModel: (id) => azure.embeddingModel(id),
      };
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      const { apiKey, baseUrl: baseURL } = connection;
      const known = omitUnknownBlocks(fetch, 'anthropic');
      const anthropic = createAnthropic({ apiKey, baseURL, fetch: known });
      return { languageModel: (id) => anthropic.languageModel(id) };
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      const { apiKey, baseUrl: baseURL } = connection;
      return pickModelFactories(createGoogle({ apiKey, baseURL, fetch }));
    }
    case 'openrouter': {
      const { createOpenRouter } = await import('@openrouter/ai-sdk-provider').catch(
        createMissingPackageHandler('openrouter', '@openrouter/ai-sdk-provider'),
      );
      const { apiKey, baseUrl: baseURL } = connection;
      const openrouter = createOpenRouter({ apiKey, baseURL, fetch, compatibility: 'strict' });
      // With this setting, OpenRouter reports the tokens and the price of a streamed reply.
      const settings = { usage: { include: true } };
      return {
        languageModel: (id) => openrouter.chat(id, settings),
        embeddingModel: (id) => openrouter.textEmbeddingModel(id),
      };
    }
    case 'bedrock': {
      const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock').catch(
        createMissingPackageHandler('bedrock', '@ai-sdk/amazon-bedrock'),
      );
      const { access, baseUrl: baseURL } = connection;
      const known = omitUnknownBlocks(fetch, 'bedrock');
      return pickModelFactories(
        // An empty API key prevents the package from looking for a key in the environment.
        createAmazonBedrock({ apiKey: '', fetch: known, ...access, ...omitUndefined({ baseURL }) }),
      );
    }
    case 'vertex':
      return loadVertex(connection.access, connection.baseUrl, fetch);
    case 'vertex-anthropic':
      return loadVertexAnthropic(
        connection.access,
        connection.baseUrl,
        omitUnknownBlocks(fetch, 'anthropic'),
      );
    case 'openai-compatible':
      return loadCompatible(connection, fetch);
  }
}

function pickModelFactories(provider: Required<LoadedProvider>): LoadedProvider {
  return {
    languageModel: (id) => provider.languageModel(id),
    embeddingModel: (id) => provider.embeddingModel(id),
  };
}
