import type { ResponseStore, StoredResponse } from '#engine/port';
import {
  addAmounts,
  addResponse,
  buildResponseKey,
  createEmptyResponses,
  getResponseAccount,
  sumAccountAmounts,
  listUnfinished,
  removeResponse,
  type MemoryResponse,
  type MemoryResponses,
  type ResponseAccount,
} from './memory-responses.ts';
import {
  createTooManyUnfinishedError,
  exceedsLimit,
  toResponseBoundsWithDefaults,
  type Amount,
  type ResponseBounds,
  type ResponseStoreOptions,
} from './response-bounds.ts';

const DEFAULT_SIZE = 256 * 1024 * 1024;

/**
 * Creates a response store in memory. Whenever a response is stored, expired responses are dropped.
 */
export function createMemoryResponseStore(options: ResponseStoreOptions): ResponseStore {
  const { clock } = options;
  const bounds = toResponseBoundsWithDefaults(options, DEFAULT_SIZE);
  const kept = createEmptyResponses();

  function getAndMarkUsed(key: string): StoredResponse | undefined {
    const entry = kept.byKey.get(key);
    const now = clock.now();
    if (!entry || isExpired(entry, bounds, now)) return undefined;
    removeResponse(kept, entry);
    addResponse(kept, { ...entry, usedAt: now });
    return entry.response;
  }

  /** Stores a response. Returns the responses that were dropped for space. */
  function storeResponseReturningDropped(
    response: StoredResponse,
    itemIds: readonly string[],
  ): StoredResponse[] {
    const { principal, id, isUnfinished, body } = response;
    const key = buildResponseKey(principal, id);
    const now = clock.now();
    const entry = { key, response, itemIds, size: body.length, isUnfinished, usedAt: now };
    if (isUnfinished && !kept.byKey.get(key)?.isUnfinished)
      requireUnfinishedFits(kept, entry, bounds);
    const expired = dropLeastRecentlyUsed(kept, kept.total, (front) =>
      isExpired(front, bounds, now),
    );
    const before = kept.byKey.get(key);
    if (before) removeResponse(kept, before);
    addResponse(kept, entry);
    const account = getResponseAccount(kept, principal);
    const own = dropLeastRecentlyUsed(kept, account, () =>
      exceedsLimit(sumAccountAmounts(account), bounds.perPrincipal),
    );
    return [...expired, ...own, ...dropFromLargestPrincipal(kept, bounds.total)];
  }

  return {
    put: async (response, itemIds) => storeResponseReturningDropped(response, itemIds),
    async end(response, itemIds) {
      const before = kept.byKey.get(buildResponseKey(response.principal, response.id));
      if (!before) return [response];
      return before.isUnfinished ? storeResponseReturningDropped(response, itemIds) : [];
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

function requireUnfinishedFits(
  kept: MemoryResponses,
  { response, size }: MemoryResponse,
  bounds: ResponseBounds,
): void {
  const begun = { entries: 1, size };
  const own = getResponseAccount(kept, response.principal);
  if (exceedsLimit(addAmounts(own.unfinished, begun), bounds.perPrincipal)) {
    throw createTooManyUnfinishedError('principal');
  }
  if (exceedsLimit(addAmounts(kept.total.unfinished, begun), bounds.total))
    throw createTooManyUnfinishedError('all');
}

function isExpired(
  { usedAt, isUnfinished }: MemoryResponse,
  { ttlMs }: ResponseBounds,
  now: number,
): boolean {
  return !isUnfinished && usedAt <= now - ttlMs;
}

/**
 * Drops responses of the principal that has stored the most, so that it does not displace responses of
 * others.
 */
function dropFromLargestPrincipal(kept: MemoryResponses, limit: Amount): StoredResponse[] {
  const dropped: StoredResponse[] = [];
  for (;;) {
    const all = sumAccountAmounts(kept.total);
    if (!exceedsLimit(all, limit)) return dropped;
    const by = all.entries > limit.entries ? 'entries' : 'size';
    let largest: ResponseAccount | undefined;
    for (const account of kept.accounts.values()) {
      if (account.ended[by] > (largest?.ended[by] ?? 0)) largest = account;
    }
    if (!largest) return dropped;
    const [front = ''] = largest.inOrder;
    dropped.push(...dropLeastRecentlyUsed(kept, largest, ({ key }) => key === front));
  }
}

/** Drops a principal's responses, least recently used first, while `shouldDrop` returns true. */
function dropLeastRecentlyUsed(
  kept: MemoryResponses,
  { inOrder }: ResponseAccount,
  shouldDrop: (front: MemoryResponse) => boolean,
): StoredResponse[] {
  const dropped: StoredResponse[] = [];
  for (const key of inOrder) {
    const entry = kept.byKey.get(key);
    if (!entry || !shouldDrop(entry)) break;
    removeResponse(kept, entry);
    dropped.push(entry.response);
  }
  return dropped;
}
