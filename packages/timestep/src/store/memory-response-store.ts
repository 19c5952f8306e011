import type { ResponseStore, StoredResponse } from '../port/index.ts';
import { add, keyOf, noResponses, remove, unfinishedOf } from './kept-responses.ts';
import {
  dropExpired,
  dropOfLargest,
  dropOfPrincipal,
  isExpired,
  refuseExcess,
} from './make-room.ts';
import { boundsOf, type ResponseStoreOptions } from './response-bounds.ts';

const DEFAULT_SIZE = 256 * 1024 * 1024;

/** Keeps responses in this process. Expired responses are dropped when another one is kept. */
export function createMemoryResponseStore(options: ResponseStoreOptions): ResponseStore {
  const { clock } = options;
  const bounds = boundsOf(options, DEFAULT_SIZE);
  const kept = noResponses();

  function use(key: string): StoredResponse | undefined {
    const entry = kept.byKey.get(key);
    const now = clock.now();
    if (!entry || isExpired(entry, bounds, now)) return undefined;
    remove(kept, entry);
    add(kept, { ...entry, usedAt: now });
    return entry.response;
  }

  /** Keeps a response, and returns the responses that were dropped to make room. */
  function keep(response: StoredResponse, itemIds: readonly string[]): StoredResponse[] {
    const { principal, id, isUnfinished, body } = response;
    const key = keyOf(principal, id);
    const now = clock.now();
    const entry = { key, response, itemIds, size: body.length, isUnfinished, usedAt: now };
    if (isUnfinished && !kept.byKey.get(key)?.isUnfinished) refuseExcess(kept, entry, bounds);
    const expired = dropExpired(kept, bounds, now);
    const before = kept.byKey.get(key);
    if (before) remove(kept, before);
    add(kept, entry);
    const own = dropOfPrincipal(kept, principal, bounds.perPrincipal);
    return [...expired, ...own, ...dropOfLargest(kept, bounds.total)];
  }

  return {
    put: async (response, itemIds) => keep(response, itemIds),
    async end(response, itemIds) {
      const before = kept.byKey.get(keyOf(response.principal, response.id));
      if (!before) return [response];
      return before.isUnfinished ? keep(response, itemIds) : [];
    },
    get: async (principal, id) => use(keyOf(principal, id)),
    getByItem: async (principal, itemId) => use(kept.byItem.get(keyOf(principal, itemId)) ?? ''),
    async delete(principal, id) {
      const key = keyOf(principal, id);
      const entry = use(key) && kept.byKey.get(key);
      if (entry) remove(kept, entry);
      return entry?.response;
    },
    unfinished: async (agents, after, most) => unfinishedOf(kept, agents, after).slice(0, most),
  };
}
