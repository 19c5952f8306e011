import type { StoredResponse } from '../port/index.ts';
import { accountOf, remove, type KeptResponse, type KeptResponses } from './kept-responses.ts';
import { keptIn, largestOf, sumOf, type ResponseAccount } from './response-account.ts';
import { exceeds, tooMuchUnfinished, type Amount, type ResponseBounds } from './response-bounds.ts';

/** Throws without a change where there is no room for a response that begins. */
export function refuseExcess(
  kept: KeptResponses,
  { response, size }: KeptResponse,
  bounds: ResponseBounds,
): void {
  const begun = { entries: 1, size };
  const own = accountOf(kept, response.principal);
  if (exceeds(sumOf(own.unfinished, begun), bounds.perPrincipal)) {
    throw tooMuchUnfinished('principal');
  }
  if (exceeds(sumOf(kept.total.unfinished, begun), bounds.total)) throw tooMuchUnfinished('all');
}

export function isExpired(
  { usedAt, isUnfinished }: KeptResponse,
  { ttlMs }: ResponseBounds,
  now: number,
): boolean {
  return !isUnfinished && usedAt <= now - ttlMs;
}

/** Drops the responses that have expired, and returns them. */
export function dropExpired(
  kept: KeptResponses,
  bounds: ResponseBounds,
  now: number,
): StoredResponse[] {
  return dropFront(kept, kept.total, (front) => isExpired(front, bounds, now));
}

/**
 * Drops responses of a principal that exceeds its bounds, the least recently used first, and
 * returns them.
 */
export function dropOfPrincipal(
  kept: KeptResponses,
  principal: string,
  most: Amount,
): StoredResponse[] {
  const account = accountOf(kept, principal);
  return dropFront(kept, account, () => exceeds(keptIn(account), most));
}

/**
 * Where all principals together exceed the bounds, drops responses of the principal that has most,
 * and returns them. So a principal cannot push out the responses of the others.
 */
export function dropOfLargest(kept: KeptResponses, most: Amount): StoredResponse[] {
  const dropped: StoredResponse[] = [];
  for (;;) {
    const all = keptIn(kept.total);
    if (!exceeds(all, most)) return dropped;
    const by = all.entries > most.entries ? 'entries' : 'size';
    const largest = largestOf(kept.accounts.values(), by);
    if (!largest) return dropped;
    const [front = ''] = largest.inOrder;
    dropped.push(...dropFront(kept, largest, ({ key }) => key === front));
  }
}

/**
 * Drops responses of an account, in order of use, up to the first that may stay, and returns them.
 */
function dropFront(
  kept: KeptResponses,
  { inOrder }: ResponseAccount,
  isToGo: (front: KeptResponse) => boolean,
): StoredResponse[] {
  const dropped: StoredResponse[] = [];
  for (const key of inOrder) {
    const entry = kept.byKey.get(key);
    if (!entry || !isToGo(entry)) break;
    remove(kept, entry);
    dropped.push(entry.response);
  }
  return dropped;
}
