import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { createMask, TimestepError } from '#core';
import type { CalledModel } from '../failure/failure-kinds.ts';
import { catchModelError, ModelError } from '../model-error.ts';
import { resolveConnection, getKeyHint, listSecrets } from '../provider/connection.ts';
import { LOCAL_MODEL } from './local-embedder.ts';
import { parseModelName } from '../provider/model-name.ts';
import type { Provider } from '../provider/providers.ts';
import type { ModelChoice } from '../provider/resolve-model.ts';

/** Returns one vector per text, in order and of equal length. Rejects with `ModelError`. */
export type Embedder = (
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<readonly Float32Array[]>;

/** The embedding model, and the time limit of a call. */
export interface EmbedderOptions extends Omit<ModelChoice, 'api'> {
  /** Maximum seconds for all texts of one call. Default: 30. */
  readonly timeoutS?: number;
}

/** Maximum number of texts per request if the model sets no limit. */
const MOST_IN_A_CALL = 256;

const MOST_AT_ONCE = 4;

/**
 * Creates an embedder from a name such as `openai/text-embedding-3-small`. Throws `ModelError` if
 * the provider is unknown, has no embedding models or needs a key. Failed calls are not retried,
 * because ranking works without vectors.
 */
export function createModelEmbedder(options: EmbedderOptions): Embedder {
  const { model, env = process.env, timeoutS = 30, answerLimit } = options;
  const { provider, modelId } = parseModelName(model);
  if (!hasEmbeddingModels(provider)) throw createNoEmbeddingsError(provider.name, model);
  const connection = resolveConnection(provider, options, env);
  const called: CalledModel = {
    provider: provider.name,
    model: modelId,
    keyHint: getKeyHint(provider),
    redact: createMask(listSecrets(connection)),
  };

  async function loadEmbeddingModel(): Promise<EmbeddingModelV4> {
    const { loadProvider } = await import('../provider/load-provider.ts');
    const { embeddingModel } = await loadProvider(connection, answerLimit);
    if (!embeddingModel) throw createNoEmbeddingsError(provider.name, model);
    return embeddingModel(modelId);
  }

  let loading: Promise<EmbeddingModelV4> | undefined;
  return async (texts, signal) => {
    signal.throwIfAborted();
    const late = AbortSignal.timeout(timeoutS * 1000);
    try {
      loading ??= loadEmbeddingModel();
      return await embedTexts(await loading, texts, AbortSignal.any([signal, late]), called);
    } catch (thrown) {
      signal.throwIfAborted();
      if (TimestepError.isInstance(thrown)) throw thrown;
      if (!late.aborted) {
        const { toModelError } = await import('../failure/to-model-error.ts');
        throw toModelError(thrown, called, Date.now());
      }
      const message = `${called.provider} returned no embeddings within ${timeoutS} s`;
      throw new ModelError('timeout', message, { retryable: true });
    }
  };
}

/** Whether the name contains a provider that has embedding models. */
export function mayBeEmbeddingModel(model: string): boolean {
  if (model === LOCAL_MODEL || model === 'none') return true;
  const named = catchModelError(() => parseModelName(model));
  return !(named instanceof ModelError) && hasEmbeddingModels(named.provider);
}

function hasEmbeddingModels({ kind }: Provider): boolean {
  return kind !== 'anthropic';
}

async function embedTexts(
  model: EmbeddingModelV4,
  texts: readonly string[],
  abortSignal: AbortSignal,
  calledModel: CalledModel,
): Promise<readonly Float32Array[]> {
  const ofOneCall = (await model.maxEmbeddingsPerCall) ?? MOST_IN_A_CALL;
  const lanes = (await model.supportsParallelCalls) ? MOST_AT_ONCE : 1;
  const vectors: Float32Array[] = [];
  for (const batches of splitIntoBatches(lanes, splitIntoBatches(ofOneCall, texts))) {
    const results = await Promise.all(
      batches.map((values) => model.doEmbed({ values: [...values], abortSignal })),
    );
    for (const [at, { embeddings }] of results.entries()) {
      if (embeddings.length !== batches[at]?.length) throw createInvalidVectorsError(calledModel);
      vectors.push(...embeddings.map((numbers) => Float32Array.from(numbers)));
    }
  }
  const length = vectors[0]?.length;
  if (!vectors.every((vector) => vector.length === length && vector.every(Number.isFinite))) {
    throw createInvalidVectorsError(calledModel);
  }
  return vectors;
}

export function splitIntoBatches<T>(size: number, items: readonly T[]): T[][] {
  const batches: T[][] = [];
  const step = Math.max(1, Math.min(size, items.length));
  for (let at = 0; at < items.length; at += step) batches.push(items.slice(at, at + step));
  return batches;
}

function createInvalidVectorsError({ provider, model }: CalledModel): ModelError {
  const message = `${provider} did not return one vector per text: is ${model} an embedding model?`;
  return new ModelError('provider-error', message);
}

function createNoEmbeddingsError(provider: string, model: string): ModelError {
  const message = `"${model}" is not an embedding model: ${provider} has none; use a model of another provider`;
  return new ModelError('model-not-found', message);
}
