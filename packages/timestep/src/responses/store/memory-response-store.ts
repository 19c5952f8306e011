import type { Clock } from '../../port/index.ts';
import type { ResponseLease, ResponseStore, StoredResponse } from './response-store.ts';

export interface MemoryResponseStoreOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Responses kept at most; the least recently used go first. Default 10 000. */
  readonly maxEntries?: number;
  /** Characters of JSON kept at most, which bounds memory. Default 256 Mi. */
  readonly maxSize?: number;
  /** How long a response is kept after its last use, once it has ended. Default a day. */
  readonly ttlMs?: number;
}

interface Kept {
  readonly record: StoredResponse;
  readonly size: number;
  readonly usedAt: number;
  readonly holder: string;
  readonly heldUntil: number;
}

/** Of a response that nobody sees through. */
const NOBODYS: ResponseLease = { holder: '', now: 0, until: 0 };
const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_SIZE = 256 * 1024 * 1024;

/** Keeps responses in this process. Whatever is done with it first drops what has expired. */
export function createMemoryResponseStore(options: MemoryResponseStoreOptions): ResponseStore {
  const { clock, maxEntries = 10_000, maxSize = DEFAULT_SIZE, ttlMs = DAY_MS } = options;
  /** In order of use, so that what has to go is always at the front. */
  const kept = new Map<string, Kept>();
  const items = new Map<string, string>();
  let size = 0;

  function drop(key: string, entry: Kept): StoredResponse {
    remove(key, entry);
    return entry.record;
  }

  function dropExpired(): StoredResponse[] {
    const dropped: StoredResponse[] = [];
    const deadline = clock.now() - ttlMs;
    for (const [key, entry] of kept) {
      if (entry.usedAt > deadline) break;
      if (!isUnfinished(entry)) dropped.push(drop(key, entry));
    }
    return dropped;
  }

  function dropExcess(): StoredResponse[] {
    const dropped: StoredResponse[] = [];
    for (const [key, entry] of kept) {
      if (kept.size <= maxEntries && size <= maxSize) break;
      dropped.push(drop(key, entry));
    }
    return dropped;
  }

  function remove(key: string, { record, size: freed }: Kept): void {
    kept.delete(key);
    size -= freed;
    for (const item of record.response.output) items.delete(keyOf(record.principal, item.id));
  }

  function use(key: string): StoredResponse | undefined {
    const entry = kept.get(key);
    if (!entry) return undefined;
    if (entry.usedAt <= clock.now() - ttlMs && !isUnfinished(entry)) return undefined;
    kept.delete(key);
    kept.set(key, { ...entry, usedAt: clock.now() });
    return entry.record;
  }

  function keep(
    key: string,
    record: StoredResponse,
    { holder, until }: ResponseLease,
  ): StoredResponse[] {
    const { principal, response } = record;
    const expired = dropExpired();
    const before = kept.get(key);
    if (before) remove(key, before);
    const entry = {
      record,
      size: JSON.stringify(record).length,
      usedAt: clock.now(),
      holder,
      heldUntil: until,
    };
    kept.set(key, entry);
    size += entry.size;
    for (const item of response.output) items.set(keyOf(principal, item.id), key);
    return [...expired, ...dropExcess()];
  }

  return {
    put: async (record, lease = NOBODYS) =>
      keep(keyOf(record.principal, record.response.id), record, lease),
    async end(record) {
      const key = keyOf(record.principal, record.response.id);
      const before = kept.get(key);
      if (!before) return [record];
      return isUnfinished(before) ? keep(key, record, NOBODYS) : [];
    },
    get: async (principal, id) => use(keyOf(principal, id)),
    async item(principal, id) {
      const record = use(items.get(keyOf(principal, id)) ?? '');
      return record?.response.output.find((item) => item.id === id);
    },
    async delete(principal, id) {
      const key = keyOf(principal, id);
      const entry = use(key) && kept.get(key);
      if (entry) remove(key, entry);
      return entry?.record;
    },
    async claim({ holder, now, until }, agents) {
      const claimed: StoredResponse[] = [];
      for (const [key, entry] of kept) {
        if (!isUnfinished(entry) || entry.heldUntil > now) continue;
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
        if (!entry || !isUnfinished(entry)) return false;
        if (entry.holder !== holder) return true;
        kept.set(key, { ...entry, heldUntil: until });
        return false;
      }),
  };
}

function isUnfinished({ record }: Kept): boolean {
  return record.response.status === 'in_progress';
}

function keyOf(principal: string, id: string): string {
  return JSON.stringify([principal, id]);
}
