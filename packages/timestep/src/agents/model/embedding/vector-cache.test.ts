import { expect, it } from 'vitest';
import type { VectorStore } from '#engine/port';
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

it('waits for a text that another caller embeds, and embeds it where that fails', async () => {
  const { asked, embedder } = counting();
  const store = createMemoryVectorStore();
  const started = Promise.withResolvers<void>();
  const broken = Promise.withResolvers<readonly Float32Array[]>();
  const failing: Embedder = () => {
    started.resolve();
    return broken.promise;
  };
  const first = withVectorCache(failing, { model: 'a/b', store })(['x', 'yy'], NEVER);
  await started.promise;
  const second = withVectorCache(embedder, { model: 'a/b', store })(['zzz', 'x'], NEVER);
  await new Promise(setImmediate);
  broken.reject(new Error('down'));
  await expect(first).rejects.toThrow('down');
  expect(await second).toEqual([Float32Array.of(3), Float32Array.of(1)]);
  expect(asked).toEqual([['zzz'], ['x']]);
});

it('embeds a text once for callers that begin together', async () => {
  const { asked, embedder } = counting();
  const store = createMemoryVectorStore();
  const slow: Embedder = async (texts, signal) => {
    await new Promise((resolve) => void setTimeout(resolve, 5));
    return embedder(texts, signal);
  };
  const callers = Array.from({ length: 5 }, () => withVectorCache(slow, { model: 'a/b', store }));
  const made = await Promise.all(callers.map((cached) => cached(['x', 'yy'], NEVER)));
  expect(new Set(made.map((vectors) => vectors.join()))).toEqual(new Set(['1,2']));
  expect(asked).toEqual([['x', 'yy']]);
});

it('stops waiting with its signal', async () => {
  const { embedder } = counting();
  const memory = createMemoryVectorStore();
  const stop = new AbortController();
  const store: VectorStore = {
    ...memory,
    async claim() {
      stop.abort(new Error('enough'));
      return [];
    },
  };
  const cached = withVectorCache(embedder, { model: 'a/b', store });
  await expect(cached(['x'], stop.signal)).rejects.toThrow('The operation was aborted');
});
