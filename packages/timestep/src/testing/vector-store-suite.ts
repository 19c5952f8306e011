import { deepStrictEqual } from 'node:assert/strict';
import type { VectorStore } from '#engine/port';
import { createManualClock, type ManualClock } from './manual-clock.ts';

/** Size limits and clock of a vector store. */
export interface VectorStoreLimits {
  readonly clock: ManualClock;
  /** Maximum number of vectors. Default: the store's own limit, at least 300. */
  readonly limit?: number;
}

/** Creates an empty store. Each case gets a fresh one. */
export type CreateVectorStore = (bounds: VectorStoreLimits) => VectorStore | Promise<VectorStore>;

/** A test case for vector stores. */
export interface VectorStoreCase {
  readonly name: string;
  readonly run: (create: CreateVectorStore) => Promise<void>;
}

/** Test cases that every vector store must pass. Run each case as a separate test. */
export const vectorStoreSuite: readonly VectorStoreCase[] = [
  {
    name: 'returns what was put, and nothing for other keys',
    async run(create) {
      const store = await create({ clock: createManualClock() });
      deepStrictEqual(await store.get(['a']), []);
      const entries = [
        createVectorEntry('a', 0.5, -1),
        createVectorEntry('b', 2, 3),
        createVectorEntry('c'),
      ];
      await store.put(entries);
      const found = await store.get(['b', 'x', 'a', 'c']);
      deepStrictEqual(new Map(found), new Map(entries));
      deepStrictEqual(await store.get([]), []);
    },
  },
  {
    name: 'replaces a vector that is put again',
    async run(create) {
      const store = await create({ clock: createManualClock() });
      await store.put([createVectorEntry('a', 1)]);
      await store.put([createVectorEntry('a', 2), createVectorEntry('b', 3)]);
      deepStrictEqual(await store.get(['a']), [createVectorEntry('a', 2)]);
      await store.put([]);
      deepStrictEqual(await store.get(['b']), [createVectorEntry('b', 3)]);
    },
  },
  {
    name: 'keeps many vectors, each number as it was',
    async run(create) {
      const store = await create({ clock: createManualClock() });
      const entries = Array.from({ length: 300 }, (_, at) =>
        createVectorEntry(`k${at}`, at / 7, -at, 1e-30),
      );
      await store.put(entries);
      const found = await store.get(entries.map(([key]) => key));
      deepStrictEqual(new Map(found), new Map(entries));
    },
  },
  {
    name: 'forgets what was not used for the longest time, and no more than it must',
    async run(create) {
      const clock = createManualClock();
      const store = await create({ clock, limit: 3 });
      await store.put([createVectorEntry('a', 1), createVectorEntry('b', 2)]);
      clock.advance(DAY_MS);
      await store.put([createVectorEntry('c', 3)]);
      clock.advance(DAY_MS);
      await store.get(['a']);
      clock.advance(DAY_MS);
      await store.put([createVectorEntry('d', 4)]);
      deepStrictEqual(listSortedKeys(await store.get(['a', 'b', 'c', 'd'])), ['a', 'c', 'd']);
      clock.advance(DAY_MS);
      await store.put([createVectorEntry('c', 5), createVectorEntry('e', 6)]);
      deepStrictEqual((await store.get(['a', 'b', 'c', 'd', 'e'])).length, 3);
      deepStrictEqual(await store.get(['c']), [createVectorEntry('c', 5)]);
    },
  },
  {
    name: 'keeps what several callers put at the same time',
    async run(create) {
      const store = await create({ clock: createManualClock() });
      const numbers = Array.from({ length: 20 }, (_, at) => at);
      await Promise.all(
        numbers.map((at) =>
          store.put([
            createVectorEntry(`k${at}`, at),
            createVectorEntry('same', 7),
            createVectorEntry('a', 8),
          ]),
        ),
      );
      const found = await store.get([...numbers.map((at) => `k${at}`), 'same', 'a']);
      deepStrictEqual(found.length, 22);
    },
  },
  {
    name: 'lets one caller compute a vector, until it is stored or its claim ends',
    async run(create) {
      const clock = createManualClock();
      const store = await create({ clock });
      await store.put([createVectorEntry('a', 1)]);
      deepStrictEqual((await store.claim(['a', 'b', 'c'])).toSorted(), ['b', 'c']);
      deepStrictEqual(await store.claim(['b', 'c', 'd']), ['d']);
      deepStrictEqual(listSortedKeys(await store.get(['a', 'b', 'c'])), ['a']);
      await store.release(['a', 'c']);
      await store.put([createVectorEntry('b', 2)]);
      deepStrictEqual(await store.claim(['a', 'b', 'c']), ['c']);
      deepStrictEqual(listSortedKeys(await store.get(['a', 'b', 'c'])), ['a', 'b']);
      deepStrictEqual(await store.claim([]), []);
    },
  },
  {
    name: 'gives a key to one of several callers at the same time',
    async run(create) {
      const store = await create({ clock: createManualClock() });
      const claims = await Promise.all(
        Array.from({ length: 10 }, () => store.claim(['a', 'b', 'c'])),
      );
      deepStrictEqual(claims.flat().toSorted(), ['a', 'b', 'c']);
    },
  },
];

const DAY_MS = 24 * 60 * 60_000;

function listSortedKeys(entries: readonly (readonly [string, Float32Array])[]): string[] {
  return entries.map(([key]) => key).toSorted();
}

function createVectorEntry(
  key: string,
  ...numbers: readonly number[]
): readonly [string, Float32Array] {
  return [key, Float32Array.from(numbers)];
}
