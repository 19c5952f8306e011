import type { StoredResponse } from '../../port/index.ts';
import {
  getAccount,
  removeResponse,
  type MemoryResponse,
  type MemoryResponses,
} from './memory-responses.ts';
import {
  getTotal,
  findLargestAccount,
  addAmounts,
  type ResponseAccount,
} from './response-account.ts';
import {
  exceedsLimit,
  createTooManyUnfinishedError,
  type Amount,
  type ResponseBounds,
} from './response-bounds.ts';

/** Throws `ResponseStoreError` if a new unfinished response would exceed the limits. */
export function checkUnfinishedLimits(
  kept: MemoryResponses,
  { response, size }: MemoryResponse,
  bounds: ResponseBounds,
): void {
  const begun = { entries: 1, size };
  const own = getAccount(kept, response.principal);
  if (exceedsLimit(addAmounts(own.unfinished, begun), bounds.perPrincipal)) {
    throw createTooManyUnfinishedError('principal');
  }
  if (exceedsLimit(addAmounts(kept.total.unfinished, begun), bounds.total))
    throw createTooManyUnfinishedError('all');
}

export function isExpired(
  { usedAt, isUnfinished }: MemoryResponse,
  { ttlMs }: ResponseBounds,
  now: number,
): boolean {
  return !isUnfinished && usedAt <= now - ttlMs;
}

export function dropExpired(
  kept: MemoryResponses,
  bounds: ResponseBounds,
  now: number,
): StoredResponse[] {
  return dropLeastRecentlyUsed(kept, kept.total, (front) => isExpired(front, bounds, now));
}

/** Drops a principal's least recently used responses until it is within its limits. */
export function dropFromPrincipal(
  kept: MemoryResponses,
  principal: string,
  limit: Amount,
): StoredResponse[] {
  const account = getAccount(kept, principal);
  return dropLeastRecentlyUsed(kept, account, () => exceedsLimit(getTotal(account), limit));
}

/** Drops responses of the largest principal, which must not displace the responses of others. */
export function dropFromLargestPrincipal(kept: MemoryResponses, limit: Amount): StoredResponse[] {
  const dropped: StoredResponse[] = [];
  for (;;) {
    const all = getTotal(kept.total);
    if (!exceedsLimit(all, limit)) return dropped;
    const by = all.entries > limit.entries ? 'entries' : 'size';
    const largest = findLargestAccount(kept.accounts.values(), by);
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
