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
import { boundsOf, exceeds, type MemoryResponseStoreOptions } from './response-bounds.ts';
import { tooMuchUnfinished } from './response-store-error.ts';
import type { ResponseLease, ResponseStore, StoredResponse } from './response-store.ts';

interface Kept extends Posting {
  readonly record: StoredResponse;
  readonly usedAt: number;
  readonly holder: string;
  readonly heldUntil: number;
}

/** Of a response that nobody sees through. */
const NOBODYS: ResponseLease = { holder: '', now: 0, until: 0 };
const DEFAULT_SIZE = 256 * 1024 * 1024;

/** Keeps responses in this process. Whatever is done with it first drops what has expired. */
export function createMemoryResponseStore(options: MemoryResponseStoreOptions): ResponseStore {
  const { clock } = options;
  const bounds = boundsOf(options, DEFAULT_SIZE);
  const kept = new Map<string, Kept>();
  /** Keys of what has not ended, in order of use. */
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
    const { key, record, isUnfinished } = entry;
    kept.set(key, entry);
    if (isUnfinished) unfinished.add(key);
    enter(total, entry);
    enter(accountOf(record.principal), entry);
    for (const item of record.response.output) items.set(keyOf(record.principal, item.id), key);
  }

  function remove(entry: Kept): void {
    const { key, record } = entry;
    const { principal } = record;
    const account = accountOf(principal);
    kept.delete(key);
    unfinished.delete(key);
    leave(total, entry);
    leave(account, entry);
    if (keptIn(account).entries === 0) accounts.delete(principal);
    for (const item of record.response.output) items.delete(keyOf(principal, item.id));
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
      dropped.push(entry.record);
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
    return entry.record;
  }

  /** Throws, having changed nothing, where there is no room for what begins. */
  function refuseExcess({ record, size }: Kept): void {
    const begun = { entries: 1, size };
    const own = accounts.get(record.principal) ?? newAccount();
    if (exceeds(sumOf(own.unfinished, begun), bounds.perPrincipal)) {
      throw tooMuchUnfinished('principal');
    }
    if (exceeds(sumOf(total.unfinished, begun), bounds.total)) throw tooMuchUnfinished('all');
  }

  function keep(record: StoredResponse, { holder, until }: ResponseLease): StoredResponse[] {
    const { principal, response } = record;
    const key = keyOf(principal, response.id);
    const entry: Kept = {
      key,
      record,
      size: JSON.stringify(record).length,
      isUnfinished: response.status === 'in_progress',
      usedAt: clock.now(),
      holder,
      heldUntil: until,
    };
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
    put: async (record, lease = NOBODYS) => keep(record, lease),
    async end(record) {
      const before = kept.get(keyOf(record.principal, record.response.id));
      if (!before) return [record];
      return before.isUnfinished ? keep(record, NOBODYS) : [];
    },
    get: async (principal, id) => use(keyOf(principal, id)),
    async item(principal, id) {
      const record = use(items.get(keyOf(principal, id)) ?? '');
      return record?.response.output.find((item) => item.id === id);
    },
    async delete(principal, id) {
      const key = keyOf(principal, id);
      const entry = use(key) && kept.get(key);
      if (entry) remove(entry);
      return entry?.record;
    },
    async claim({ holder, now, until }, agents) {
      const claimed: StoredResponse[] = [];
      for (const key of unfinished) {
        const entry = kept.get(key);
        if (!entry || entry.heldUntil > now) continue;
        if (!agents.includes(entry.record.agent)) continue;
        kept.set(key, { ...entry, holder, heldUntil: until });
        claimed.push(entry.record);
      }
      return claimed;
    },
    hold: async ({ holder, until }, records) =>
      records.filter(({ principal, response }) => {
        const key = keyOf(principal, response.id);
        const entry = kept.get(key);
        if (!entry?.isUnfinished) return false;
        if (entry.holder !== holder) return true;
        kept.set(key, { ...entry, heldUntil: until });
        return false;
      }),
  };
}

function keyOf(principal: string, id: string): string {
  return JSON.stringify([principal, id]);
}
