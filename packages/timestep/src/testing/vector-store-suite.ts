import { deepStrictEqual } from 'node:assert/strict';
import type { VectorStore } from '../port/index.ts';
import { manualClock, type ManualClock } from './manual-clock.ts';

/** How many vectors a store is to keep, and by which time. */
export interface VectorStoreBounds {
  readonly clock: ManualClock;
  /** Absent: as many as the store keeps anyway, at least 300. */
  readonly limit?: number;
}

/** Makes an empty store; each case gets a fresh one. */
export type CreateVectorStore = (bounds: VectorStoreBounds) => VectorStore | Promise<VectorStore>;

/** One thing every store of vectors must do. */
export interface VectorStoreCase {
  readonly name: string;
  readonly run: (create: CreateVectorStore) => Promise<void>;
}

/** What every store of vectors must do, wherever it keeps them. Run each case as a test of its own. */
export const vectorStoreSuite: readonly VectorStoreCase[] = [
  {
    name: 'returns what was put, and nothing for other keys',
    async run(create) {
      const store = await create({ clock: manualClock() });
      deepStrictEqual(await store.get(['a']), []);
      const entries = [vector('a', 0.5, -1), vector('b', 2, 3), vector('c')];
      await store.put(entries);
      const found = await store.get(['b', 'x', 'a', 'c']);
      deepStrictEqual(new Map(found), new Map(entries));
      deepStrictEqual(await store.get([]), []);
    },
  },
  {
    name: 'replaces a vector that is put again',
    async run(create) {
      const store = await create({ clock: manualClock() });
      await store.put([vector('a', 1)]);
      await store.put([vector('a', 2), vector('b', 3)]);
      deepStrictEqual(await store.get(['a']), [vector('a', 2)]);
      await store.put([]);
      deepStrictEqual(await store.get(['b']), [vector('b', 3)]);
    },
  },
  {
    name: 'keeps many vectors, each number as it was',
    async run(create) {
      const store = await create({ clock: manualClock() });
      const entries = Array.from({ length: 300 }, (_, at) => vector(`k${at}`, at / 7, -at, 1e-30));
      await store.put(entries);
      const found = await store.get(entries.map(([key]) => key));
      deepStrictEqual(new Map(found), new Map(entries));
    },
  },
  {
    name: 'forgets what was not used for the longest time, and no more than it must',
    async run(create) {
      const clock = manualClock();
      const store = await create({ clock, limit: 3 });
      await store.put([vector('a', 1), vector('b', 2)]);
      clock.advance(DAY_MS);
      await store.put([vector('c', 3)]);
      clock.advance(DAY_MS);
      await store.get(['a']);
      clock.advance(DAY_MS);
      await store.put([vector('d', 4)]);
      deepStrictEqual(keysOf(await store.get(['a', 'b', 'c', 'd'])), ['a', 'c', 'd']);
      clock.advance(DAY_MS);
      await store.put([vector('c', 5), vector('e', 6)]);
      deepStrictEqual((await store.get(['a', 'b', 'c', 'd', 'e'])).length, 3);
      deepStrictEqual(await store.get(['c']), [vector('c', 5)]);
    },
  },
  {
    name: 'keeps what several callers put at the same time',
    async run(create) {
      const store = await create({ clock: manualClock() });
      const numbers = Array.from({ length: 20 }, (_, at) => at);
      await Promise.all(
        numbers.map((at) => store.put([vector(`k${at}`, at), vector('same', 7), vector('a', 8)])),
      );
      const found = await store.get([...numbers.map((at) => `k${at}`), 'same', 'a']);
      deepStrictEqual(found.length, 22);
    },
  },
];

const DAY_MS = 24 * 60 * 60_000;

function keysOf(entries: readonly (readonly [string, Float32Array])[]): string[] {
  return entries.map(([key]) => key).toSorted();
}

function vector(key: string, ...numbers: readonly number[]): readonly [string, Float32Array] {
  return [key, Float32Array.from(numbers)];
}
