import { expect, it } from 'vitest';
import { createMemoryVectorStore } from '#engine/store';
import { withVectorCache } from './vector-cache.ts';
import type { Embedder } from './create-embedder.ts';

const NEVER = new AbortController().signal;

function counting() {
  const asked: (readonly string[])[] = [];
  const embedder: Embedder = async (texts) => {
    asked.push(texts);
    return texts.map((text) => Float32Array.of(text.length));
  };
  return { asked, embedder };
}

it('makes a vector of the same text once', async () => {
  const { asked, embedder } = counting();
  const cached = withVectorCache(embedder, { model: 'a/b', store: createMemoryVectorStore() });
  const lengths = async (...texts: readonly string[]) =>
    (await cached(texts, NEVER)).map(([length]) => length);
  expect(await lengths('x', 'yy', 'x')).toEqual([1, 2, 1]);
  expect(await lengths('zzz', 'yy')).toEqual([3, 2]);
  expect(await lengths('x', 'zzz')).toEqual([1, 3]);
  expect(asked).toEqual([['x', 'yy'], ['zzz']]);
});

it('keeps the vectors of different models apart', async () => {
  const { asked, embedder } = counting();
  const store = createMemoryVectorStore();
  await withVectorCache(embedder, { model: 'a/b', store })(['x'], NEVER);
  await withVectorCache(embedder, { model: 'a/c', store })(['x'], NEVER);
  expect(asked).toEqual([['x'], ['x']]);
});

it('fails as its embedder does, and keeps nothing of that', async () => {
  const { asked, embedder } = counting();
  let isDown = true;
  const unsteady: Embedder = async (texts, signal) => {
    if (isDown) throw new Error('down');
    return embedder(texts, signal);
  };
  const cached = withVectorCache(unsteady, { model: 'a/b', store: createMemoryVectorStore() });
  await expect(cached(['x'], NEVER)).rejects.toThrow('down');
  isDown = false;
  expect(await cached(['x'], NEVER)).toEqual([Float32Array.of(1)]);
  expect(asked).toEqual([['x']]);
});
