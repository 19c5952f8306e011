import type { ResponseKey, ResponseStore, StoredResponse } from '../port/index.ts';
import {
  enter,
  keptIn,
  largestOf,
  leave,
  newAccount,
  sumOf,
  type Posting,
  type ResponseAccount,
} from './response-account.ts';
import {
  boundsOf,
  exceeds,
  tooMuchUnfinished,
  type ResponseStoreOptions,
} from './response-bounds.ts';

interface Kept extends Posting {
  readonly response: StoredResponse;
  readonly itemIds: readonly string[];
  readonly usedAt: number;
}

const DEFAULT_SIZE = 256 * 1024 * 1024;

/** Keeps responses in this process. Every call first drops what has expired. */
export function createMemoryResponseStore(options: ResponseStoreOptions): ResponseStore {
  const { clock } = options;
  const bounds = boundsOf(options, DEFAULT_SIZE);
  const kept = new Map<string, Kept>();
  /** Keys of what has not ended. */
  const unfinished = new Set<string>();
  const items = new Map<string, string>();
  const total = newAccount();
  const accounts = new Map<string, ResponseAccount>();

  function accountOf(principal: string): ResponseAccount {
    const account = accounts.get(principal) ?? newAccount();
    accounts.set(principal, account);
    return account;
  }

  function add(entry: Kept): void {
    const { key, response, itemIds, isUnfinished } = entry;
    const { principal } = response;
    kept.set(key, entry);
    if (isUnfinished) unfinished.add(key);
    enter(total, entry);
    enter(accountOf(principal), entry);
    for (const itemId of itemIds) items.set(keyOf(principal, itemId), key);
  }

  function remove(entry: Kept): void {
    const { key, response, itemIds } = entry;
    const { principal } = response;
    const account = accountOf(principal);
    kept.delete(key);
    unfinished.delete(key);
    leave(total, entry);
    leave(account, entry);
    if (keptIn(account).entries === 0) accounts.delete(principal);
    for (const itemId of itemIds) items.delete(keyOf(principal, itemId));
  }

  /** Drops from the front of an account, in order of use, what has to go. */
  function dropFront(
    { inOrder }: ResponseAccount,
    isToGo: (front: Kept) => boolean,
  ): StoredResponse[] {
    const dropped: StoredResponse[] = [];
    for (const key of inOrder) {
      const entry = kept.get(key);
      if (!entry || !isToGo(entry)) break;
      remove(entry);
      dropped.push(entry.response);
    }
    return dropped;
  }

  /** Whoever has most gives first, so that nobody can push out what others have. */
  function dropOfLargest(): StoredResponse[] {
    const dropped: StoredResponse[] = [];
    const most = bounds.total;
    for (;;) {
      const all = keptIn(total);
      if (!exceeds(all, most)) return dropped;
      const by = all.entries > most.entries ? 'entries' : 'size';
      const largest = largestOf(accounts.values(), by);
      if (!largest) return dropped;
      const [front = ''] = largest.inOrder;
      dropped.push(...dropFront(largest, ({ key }) => key === front));
    }
  }

  function isExpired({ usedAt, isUnfinished }: Kept): boolean {
    return !isUnfinished && usedAt <= clock.now() - bounds.ttlMs;
  }

  function use(key: string): StoredResponse | undefined {
    const entry = kept.get(key);
    if (!entry || isExpired(entry)) return undefined;
    remove(entry);
    add({ ...entry, usedAt: clock.now() });
    return entry.response;
  }

  /** Throws, having changed nothing, where there is no room for what begins. */
  function refuseExcess({ response, size }: Kept): void {
    const begun = { entries: 1, size };
    const own = accounts.get(response.principal) ?? newAccount();
    if (exceeds(sumOf(own.unfinished, begun), bounds.perPrincipal)) {
      throw tooMuchUnfinished('principal');
    }
    if (exceeds(sumOf(total.unfinished, begun), bounds.total)) throw tooMuchUnfinished('all');
  }

  function keep(response: StoredResponse, itemIds: readonly string[]): StoredResponse[] {
    const { principal, id, isUnfinished, body } = response;
    const key = keyOf(principal, id);
    const size = body.length;
    const entry = { key, response, itemIds, size, isUnfinished, usedAt: clock.now() };
    if (entry.isUnfinished && !kept.get(key)?.isUnfinished) refuseExcess(entry);
    const expired = dropFront(total, isExpired);
    const before = kept.get(key);
    if (before) remove(before);
    add(entry);
    const account = accountOf(principal);
    const own = dropFront(account, () => exceeds(keptIn(account), bounds.perPrincipal));
    return [...expired, ...own, ...dropOfLargest()];
  }

  return {
    put: async (response, itemIds) => keep(response, itemIds),
    async end(response, itemIds) {
      const before = kept.get(keyOf(response.principal, response.id));
      if (!before) return [response];
      return before.isUnfinished ? keep(response, itemIds) : [];
    },
    get: async (principal, id) => use(keyOf(principal, id)),
    getByItem: async (principal, itemId) => use(items.get(keyOf(principal, itemId)) ?? ''),
    async delete(principal, id) {
      const key = keyOf(principal, id);
      const entry = use(key) && kept.get(key);
      if (entry) remove(entry);
      return entry?.response;
    },
    async unfinished(agents, after, most) {
      return [...unfinished]
        .flatMap((key) => kept.get(key)?.response ?? [])
        .filter((response) => agents.includes(response.agent))
        .toSorted(byKey)
        .filter((response) => !after || byKey(after, response) < 0)
        .slice(0, most);
    },
  };
}

function byKey(one: ResponseKey, other: ResponseKey): number {
  if (one.principal !== other.principal) return one.principal < other.principal ? -1 : 1;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}

function keyOf(principal: string, id: string): string {
  return JSON.stringify([principal, id]);
}
