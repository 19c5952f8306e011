import type { ResponseStore, StoredResponse } from '../../port/index.ts';
import {
  addResponse,
  buildResponseKey,
  createEmptyResponses,
  removeResponse,
  listUnfinished,
} from './memory-responses.ts';
import {
  dropExpired,
  dropFromLargestPrincipal,
  dropFromPrincipal,
  isExpired,
  checkUnfinishedLimits,
} from './drop-responses.ts';
import { resolveResponseBounds, type ResponseStoreOptions } from './response-bounds.ts';

const DEFAULT_SIZE = 256 * 1024 * 1024;

/** Creates a response store in memory. Storing a response drops those that have expired. */
export function createMemoryResponseStore(options: ResponseStoreOptions): ResponseStore {
  const { clock } = options;
  const bounds = resolveResponseBounds(options, DEFAULT_SIZE);
  const kept = createEmptyResponses();

  function getAndMarkUsed(key: string): StoredResponse | undefined {
    const entry = kept.byKey.get(key);
    const now = clock.now();
    if (!entry || isExpired(entry, bounds, now)) return undefined;
    removeResponse(kept, entry);
    addResponse(kept, { ...entry, usedAt: now });
    return entry.response;
  }

  /** Returns the responses that were dropped. */
  function storeResponse(response: StoredResponse, itemIds: readonly string[]): StoredResponse[] {
    const { principal, id, isUnfinished, body } = response;
    const key = buildResponseKey(principal, id);
    const now = clock.now();
    const entry = { key, response, itemIds, size: body.length, isUnfinished, usedAt: now };
    if (isUnfinished && !kept.byKey.get(key)?.isUnfinished)
      checkUnfinishedLimits(kept, entry, bounds);
    const expired = dropExpired(kept, bounds, now);
    const before = kept.byKey.get(key);
    if (before) removeResponse(kept, before);
    addResponse(kept, entry);
    const own = dropFromPrincipal(kept, principal, bounds.perPrincipal);
    return [...expired, ...own, ...dropFromLargestPrincipal(kept, bounds.total)];
  }

  return {
    put: async (response, itemIds) => storeResponse(response, itemIds),
    async end(response, itemIds) {
      const before = kept.byKey.get(buildResponseKey(response.principal, response.id));
      if (!before) return [response];
      return before.isUnfinished ? storeResponse(response, itemIds) : [];
    },
    get: async (principal, id) => getAndMarkUsed(buildResponseKey(principal, id)),
    getByItem: async (principal, itemId) =>
      getAndMarkUsed(kept.byItem.get(buildResponseKey(principal, itemId)) ?? ''),
    async delete(principal, id) {
      const key = buildResponseKey(principal, id);
      const entry = getAndMarkUsed(key) && kept.byKey.get(key);
      if (entry) removeResponse(kept, entry);
      return entry?.response;
    },
    listUnfinished: async (agents, after, most) =>
      listUnfinished(kept, agents, after).slice(0, most),
  };
}
