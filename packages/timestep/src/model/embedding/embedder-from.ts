import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { maskOf, TimestepError } from '../../core/index.ts';
import { errorFromThrown, type Called } from '../error-from-thrown.ts';
import { ModelError } from '../model-error.ts';
import { connectionTo, keyHintOf, secretsOf } from '../provider/connection.ts';
import { loadProvider } from '../provider/load-provider.ts';
import { parseModelName } from '../provider/model-name.ts';
import type { Provider } from '../provider/providers.ts';
import type { ModelChoice } from '../provider/resolve-model.ts';

/**
 * Makes one vector of each text, in the order of the texts, all of the same length. Rejects with
 * `ModelError`, or with the reason of the signal when it aborts.
 */
export type Embedder = (
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<readonly Float32Array[]>;

/** Which model makes the vectors, and for how long it may take. */
export interface EmbedderOptions extends Omit<ModelChoice, 'api'> {
  /** Seconds allowed for all texts of one call, default 30. */
  readonly timeoutS?: number;
}

/** Texts of one call, where the model sets no bound. */
const MOST_IN_A_CALL = 256;

/** Calls that are made at the same time, where the model takes several. */
const MOST_AT_ONCE = 4;

/**
 * Makes vectors of texts with a provider's model: `embedderFrom({ model: 'openai/text-embedding-3-small' })`.
 * Throws `ModelError` at once when the provider is unknown, has no such models, or a key is missing; its
 * package is loaded with the first call. Failed calls are not made again: what ranks without vectors is
 * there at once.
 */
export function embedderFrom(options: EmbedderOptions): Embedder {
  const { model, env = process.env, timeoutS = 30, answerLimit } = options;
  const { provider, modelId } = parseModelName(model);
  if (!hasEmbeddings(provider)) throw withoutEmbeddings(provider.name, model);
  const connection = connectionTo(provider, options, env);
  const called: Called = {
    provider: provider.name,
    model: modelId,
    keyHint: keyHintOf(provider),
    redact: maskOf(secretsOf(connection)),
  };

  async function load(): Promise<EmbeddingModelV4> {
    const { embeddingModel } = await loadProvider(connection, answerLimit);
    if (!embeddingModel) throw withoutEmbeddings(provider.name, model);
    return embeddingModel(modelId);
  }

  let loading: Promise<EmbeddingModelV4> | undefined;
  return async (texts, signal) => {
    signal.throwIfAborted();
    const late = AbortSignal.timeout(timeoutS * 1000);
    try {
      loading ??= load();
      return await embedded(await loading, texts, AbortSignal.any([signal, late]), called);
    } catch (thrown) {
      signal.throwIfAborted();
      if (TimestepError.isInstance(thrown)) throw thrown;
      if (!late.aborted) throw errorFromThrown(thrown, called, Date.now());
      const message = `${called.provider} made no vectors within ${timeoutS} s`;
      throw new ModelError('timeout', message, { retryable: true });
    }
  };
}

/** True for a model that vectors may be asked of: one of a known provider that has such models. */
export function makesVectors(model: string): boolean {
  try {
    const { provider, modelId } = parseModelName(model);
    return modelId !== '' && hasEmbeddings(provider);
  } catch (thrown) {
    if (thrown instanceof ModelError) return false;
    throw thrown;
  }
}

function hasEmbeddings({ kind }: Provider): boolean {
  return kind !== 'anthropic';
}

async function embedded(
  model: EmbeddingModelV4,
  texts: readonly string[],
  abortSignal: AbortSignal,
  called: Called,
): Promise<readonly Float32Array[]> {
  const ofOneCall = (await model.maxEmbeddingsPerCall) ?? MOST_IN_A_CALL;
  const lanes = (await model.supportsParallelCalls) ? MOST_AT_ONCE : 1;
  const vectors: Float32Array[] = [];
  for (const batches of inLotsOf(lanes, inLotsOf(ofOneCall, texts))) {
    const results = await Promise.all(
      batches.map((values) => model.doEmbed({ values: [...values], abortSignal })),
    );
    for (const [at, { embeddings }] of results.entries()) {
      if (embeddings.length !== batches[at]?.length) throw broken(called);
      vectors.push(...embeddings.map((numbers) => Float32Array.from(numbers)));
    }
  }
  const length = vectors[0]?.length;
  if (!vectors.every((vector) => vector.length === length && vector.every(Number.isFinite))) {
    throw broken(called);
  }
  return vectors;
}

/** The items in their order, in lots of at most so many. */
export function inLotsOf<T>(most: number, items: readonly T[]): T[][] {
  const lots: T[][] = [];
  const size = Math.max(1, Math.min(most, items.length));
  for (let at = 0; at < items.length; at += size) lots.push(items.slice(at, at + size));
  return lots;
}

function broken({ provider, model }: Called): ModelError {
  const message = `${provider} did not answer with one vector of numbers for each text: is ${model} a model for embeddings?`;
  return new ModelError('provider-error', message);
}

function withoutEmbeddings(provider: string, model: string): ModelError {
  const message = `"${model}" makes no vectors: ${provider} has no models for embeddings; name one of another provider`;
  return new ModelError('model-not-found', message);
}
