import { describe, expect, it } from 'vitest';
import { vectorStoreSuite } from '#testing';
import { createMemoryVectorStore } from './memory-vector-store.ts';

describe('createMemoryVectorStore', () => {
  it.each(vectorStoreSuite)('$name', async ({ run }) => {
    await expect(run(createMemoryVectorStore)).resolves.toBeUndefined();
  });

  it('forgets what was not used for the longest time', async () => {
    const store = createMemoryVectorStore({ limit: 2 });
    const one = Float32Array.of(1);
    await store.put([
      ['a', one],
      ['b', one],
    ]);
    await store.get(['a']);
    await store.put([['c', one]]);
    const found = await store.get(['a', 'b', 'c']);
    expect(found.map(([key]) => key)).toEqual(['a', 'c']);
  });
});
