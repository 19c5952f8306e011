import { deepStrictEqual } from 'node:assert/strict';
import type { VectorStore } from '../port/index.ts';

/** Makes an empty store; each case gets a fresh one. */
export type CreateVectorStore = () => VectorStore | Promise<VectorStore>;

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
      const store = await create();
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
      const store = await create();
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
      const store = await create();
      const entries = Array.from({ length: 300 }, (_, at) => vector(`k${at}`, at / 7, -at, 1e-30));
      await store.put(entries);
      const found = await store.get(entries.map(([key]) => key));
      deepStrictEqual(new Map(found), new Map(entries));
    },
  },
];

function vector(key: string, ...numbers: readonly number[]): readonly [string, Float32Array] {
  return [key, Float32Array.from(numbers)];
}
