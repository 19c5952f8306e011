import { createHash } from 'node:crypto';
import type { JsonObject } from '#core';
import { CACHES, type CacheFacts, type CacheName } from './cache-facts.ts';
import { splitPromptBlocks } from './split-blocks.ts';

/** A request to a model provider. */
export interface CachedRequest {
  readonly body: JsonObject;
  /** Time of the request in milliseconds, by which cached prefixes expire. */
  readonly at: number;
}

/** Tokens of a request's prompt, about one for four characters. */
export interface CacheCount {
  readonly tokens: number;
  /**
   * Number of tokens of the longest prefix shared with an earlier request that can still be cached.
   */
  readonly readable: number;
  readonly read: number;
  /** Number of tokens charged as written to the cache; 0 if writing is free. */
  readonly written: number;
}

/**
 * Counts which tokens of a request a provider reads from its prompt cache, given the earlier
 * requests, oldest first. Throws if a request marks more cache points than the provider accepts.
 */
export function countCachedTokens(
  previous: readonly CachedRequest[],
  request: CachedRequest,
  name: CacheName,
): CacheCount {
  const count = createPromptCache(name);
  for (const earlier of previous) count(earlier);
  return count(request);
}

/**
 * Creates an empty prompt cache. Each call of the returned function adds a request, and counts like
 * `countCachedTokens`.
 */
export function createPromptCache(name: CacheName): (request: CachedRequest) => CacheCount {
  const { stores, minimum, lifetimeMs, lookBack, mostPoints, unit } = CACHES[name];
  /** Time of the last use, by the digest of the cached prefix. */
  const stored = new Map<string, number>();
  const seen = new Map<string, number>();
  return ({ body, at }) => {
    const prefixes = listPrefixes(body);
    const points = listCachedPrefixEnds(prefixes, stores);
    const marked = prefixes.filter(({ isPoint }) => isPoint).length;
    if (stores !== 'all' && marked > mostPoints)
      throw new RangeError(
        `the request has ${marked} cache points, but the provider accepts only ${mostPoints}`,
      );
    const isIn = (times: ReadonlyMap<string, number>, { digest, tokens }: Prefix): boolean =>
      tokens >= minimum && at - (times.get(digest) ?? -Infinity) < lifetimeMs;
    const hit = points.reduce((best, point) => {
      const from = Math.max(best + 1, point - lookBack + 1);
      const near = prefixes.slice(from, point + 1);
      const found = near.findLastIndex((prefix) => isIn(stored, prefix));
      return found === -1 ? best : from + found;
    }, -1);
    const readable = prefixes.findLast((prefix) => isIn(seen, prefix))?.tokens ?? 0;
    const tokens = prefixes.at(-1)?.tokens ?? 0;
    const found = prefixes[hit];
    const read = found === undefined ? 0 : Math.floor(found.tokens / unit) * unit;
    if (found) stored.set(found.digest, at);
    for (const { digest } of prefixes) seen.set(digest, at);
    let end = 0;
    for (const point of points) {
      const prefix = prefixes[point];
      if (prefix === undefined || prefix.tokens < minimum) continue;
      stored.set(prefix.digest, at);
      end = Math.max(end, prefix.tokens);
    }
    const written = stores === 'all' ? 0 : Math.max(0, end - (found?.tokens ?? 0));
    return { tokens, readable, read, written };
  };
}

interface Prefix {
  readonly digest: string;
  readonly tokens: number;
  readonly isPoint: boolean;
}

/** Lists the prefixes of a prompt, one for each block. */
function listPrefixes(body: JsonObject): readonly Prefix[] {
  let digest = JSON.stringify([body['model'] ?? '', body['prompt_cache_key'] ?? '']);
  let characters = 0;
  return splitPromptBlocks(body).map(({ text, isPoint }) => {
    digest = createHash('sha256').update(digest).update(text).digest('base64');
    characters += text.length;
    return { digest, tokens: Math.ceil(characters / 4), isPoint };
  });
}

/** Lists the indexes of the blocks at whose ends prefixes are cached. */
function listCachedPrefixEnds(
  prefixes: readonly Prefix[],
  stores: CacheFacts['stores'],
): readonly number[] {
  const last = prefixes.length - 1;
  return prefixes.flatMap(({ isPoint }, index) => {
    const isStored = stores === 'all' || isPoint || (stores === 'points and end' && index === last);
    return isStored ? [index] : [];
  });
}
