import type { LanguageModelV4 } from '@ai-sdk/provider';
import { boundedFetch } from '../../http/index.ts';
import type { BedrockAccess } from './bedrock-access.ts';
import { notInstalled } from './not-installed.ts';

/** How a model is reached. */
export type Connection =
  | {
      readonly kind: 'openai';
      readonly api: 'responses' | 'chat';
      readonly baseUrl: string;
      readonly apiKey: string;
    }
  | {
      readonly kind: 'anthropic' | 'google' | 'openrouter';
      readonly baseUrl: string;
      readonly apiKey: string;
    }
  | { readonly kind: 'bedrock'; readonly access: BedrockAccess; readonly baseUrl?: string }
  | {
      readonly kind: 'openai-compatible';
      readonly name: string;
      readonly baseUrl: string;
      readonly apiKey?: string;
    };

/**
 * Loads one provider's package, about 100 ms and 10 MB, and makes the model object. Every setting
 * is passed, so that the packages read nothing from the process's environment themselves. Answers
 * are bounded while they arrive. Rejects with `ModelError` `not-installed` where an optional
 * package is missing.
 */
export async function loadModel(
  connection: Connection,
  modelId: string,
  answerLimit?: number,
): Promise<LanguageModelV4> {
  const fetch = boundedFetch(globalThis.fetch, answerLimit);
  switch (connection.kind) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const openai = createOpenAI({
        apiKey: connection.apiKey,
        baseURL: connection.baseUrl,
        fetch,
      });
      return connection.api === 'responses' ? openai.responses(modelId) : openai.chat(modelId);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      const { apiKey, baseUrl: baseURL } = connection;
      return createAnthropic({ apiKey, baseURL, fetch }).languageModel(modelId);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      const { apiKey, baseUrl: baseURL } = connection;
      return createGoogle({ apiKey, baseURL, fetch }).languageModel(modelId);
    }
    case 'openrouter': {
      const { createOpenRouter } = await import('@openrouter/ai-sdk-provider').catch(
        notInstalled('openrouter', '@openrouter/ai-sdk-provider'),
      );
      const { apiKey, baseUrl: baseURL } = connection;
      // OpenRouter reports tokens and the price of a stream only with this setting.
      const settings = { usage: { include: true } };
      return createOpenRouter({ apiKey, baseURL, fetch, compatibility: 'strict' }).chat(
        modelId,
        settings,
      );
    }
    case 'bedrock': {
      const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock').catch(
        notInstalled('bedrock', '@ai-sdk/amazon-bedrock'),
      );
      const { access, baseUrl } = connection;
      return createAmazonBedrock({
        // An empty API key keeps the package from looking for one in the environment.
        apiKey: '',
        fetch,
        ...access,
        ...(baseUrl !== undefined && { baseURL: baseUrl }),
      }).languageModel(modelId);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const { name, baseUrl: baseURL, apiKey } = connection;
      return createOpenAICompatible({
        name,
        baseURL,
        includeUsage: true,
        // A server that does not know schemas reports that; a schema left out would go unnoticed.
        supportsStructuredOutputs: true,
        fetch,
        ...(apiKey !== undefined && { apiKey }),
      }).chatModel(modelId);
    }
  }
}
