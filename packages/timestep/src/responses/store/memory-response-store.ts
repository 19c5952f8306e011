import type { Clock } from '../../port/index.ts';
import type { ResponseStore, StoredResponse } from './response-store.ts';

export interface MemoryResponseStoreOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Responses kept at most; the least recently used go first. Default 10 000. */
  readonly maxEntries?: number;
  /** Characters of JSON kept at most, which bounds memory. Default 256 Mi. */
  readonly maxSize?: number;
  /** How long a response is kept after its last use. Default a day. */
  readonly ttlMs?: number;
}

interface Kept {
  readonly record: StoredResponse;
  readonly size: number;
  readonly usedAt: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_SIZE = 256 * 1024 * 1024;

/** Keeps responses in this process. Whatever is done with it first drops what has expired. */
export function createMemoryResponseStore(options: MemoryResponseStoreOptions): ResponseStore {
  const { clock, maxEntries = 10_000, maxSize = DEFAULT_SIZE, ttlMs = DAY_MS } = options;
  /** In order of use, so that what has to go is always at the front. */
  const kept = new Map<string, Kept>();
  const items = new Map<string, string>();
  let size = 0;

  function dropFront(isToGo: (entry: Kept) => boolean): StoredResponse[] {
    const dropped: StoredResponse[] = [];
    for (const [key, entry] of kept) {
      if (!isToGo(entry)) break;
      remove(key, entry);
      dropped.push(entry.record);
    }
    return dropped;
  }

  function dropExpired(): StoredResponse[] {
    const deadline = clock.now() - ttlMs;
    return dropFront((entry) => entry.usedAt <= deadline);
  }

  function remove(key: string, { record, size: freed }: Kept): void {
    kept.delete(key);
    size -= freed;
    for (const item of record.response.output) items.delete(keyOf(record.principal, item.id));
  }

  function use(key: string): StoredResponse | undefined {
    const entry = kept.get(key);
    if (!entry || entry.usedAt <= clock.now() - ttlMs) return undefined;
    kept.delete(key);
    kept.set(key, { ...entry, usedAt: clock.now() });
    return entry.record;
  }

  return {
    async put(record) {
      const { principal, response } = record;
      const key = keyOf(principal, response.id);
      const expired = dropExpired();
      const before = kept.get(key);
      if (before) remove(key, before);
      const entry = { record, size: JSON.stringify(record).length, usedAt: clock.now() };
      kept.set(key, entry);
      size += entry.size;
      for (const item of response.output) items.set(keyOf(principal, item.id), key);
      return [...expired, ...dropFront(() => kept.size > maxEntries || size > maxSize)];
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
    unfinished: async () =>
      [...kept.values()]
        .map(({ record }) => record)
        .filter(({ response }) => response.status === 'in_progress'),
  };
}

function keyOf(principal: string, id: string): string {
  return JSON.stringify([principal, id]);
}
