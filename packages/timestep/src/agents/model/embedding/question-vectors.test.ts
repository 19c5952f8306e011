import { expect, it } from 'vitest';
import { createMemoryVectorStore } from '#engine/store';
import type { Embedder } from './create-embedder.ts';
import { createQuestionEmbedder } from './question-vectors.ts';

const NEVER = new AbortController().signal;

/** Makes vectors of a length that may change, and counts. */
function counting() {
  const asked: (readonly string[])[] = [];
  const shape = { length: 2 };
  const embedder: Embedder = async (texts) => {
    asked.push(texts);
    return texts.map((text) => new Float32Array(shape.length).fill(text.length));
  };
  return { asked, shape, embedder };
}

it('makes vectors of texts once, and of a question each time, in one call', async () => {
  const { asked, embedder } = counting();
  const store = createMemoryVectorStore();
  const embed = createQuestionEmbedder(embedder, { model: 'a/b', store });
  const first = await embed('why?', ['x', 'yy'], NEVER);
  expect(first).toEqual({
    question: Float32Array.of(4, 4),
    texts: [Float32Array.of(1, 1), Float32Array.of(2, 2)],
  });
  await embed('why?', ['yy', 'zzz'], NEVER);
  await embed('who?', ['x'], NEVER);
  expect(asked).toEqual([['why?', 'x', 'yy'], ['why?', 'zzz'], ['who?']]);
});

it('keeps nothing of a question', async () => {
  const { embedder } = counting();
  const kept: string[] = [];
  const store = createMemoryVectorStore();
  const embed = createQuestionEmbedder(embedder, {
    model: 'a/b',
    store: {
      ...store,
      put(entries) {
        kept.push(...entries.map(([key]) => key));
        return store.put(entries);
      },
    },
  });
  await embed('a secret', ['x'], NEVER);
  expect(kept).toHaveLength(1);
});

it('asks for many texts in lots, so that what was made is kept where the rest fails', async () => {
  const { asked, embedder } = counting();
  let isDown = false;
  const store = createMemoryVectorStore();
  const unsteady: Embedder = async (texts, signal) => {
    if (isDown) throw new Error('down');
    isDown = true;
    return embedder(texts, signal);
  };
  const texts = Array.from({ length: 250 }, (_, at) => `text ${at}`);
  const embed = createQuestionEmbedder(unsteady, { model: 'a/b', store });
  await expect(embed('why?', texts, NEVER)).rejects.toThrow('down');
  isDown = false;
  expect((await embed('why?', texts, NEVER)).texts).toHaveLength(250);
  expect(asked.map((lot) => lot.length)).toEqual([201, 51]);
});

it('makes kept vectors anew where the model has come to make others', async () => {
  const { asked, shape, embedder } = counting();
  const store = createMemoryVectorStore();
  const embed = createQuestionEmbedder(embedder, { model: 'a/b', store });
  await embed('why?', ['x', 'yy'], NEVER);
  shape.length = 3;
  const { question, texts } = await embed('why?', ['x', 'zzz', 'yy'], NEVER);
  expect([question, ...texts].map((vector) => [vector.length, vector[0]])).toEqual([
    [3, 4],
    [3, 1],
    [3, 3],
    [3, 2],
  ]);
  await embed('why?', ['x', 'yy'], NEVER);
  expect(asked.slice(1)).toEqual([['why?', 'zzz'], ['x', 'yy'], ['why?']]);
});

it('works without a store, and fails where vectors cannot be compared', async () => {
  const { asked, embedder } = counting();
  const embed = createQuestionEmbedder(embedder, { model: 'a/b', store: undefined });
  await embed('why?', ['x'], NEVER);
  await embed('why?', ['x'], NEVER);
  expect(asked).toHaveLength(2);
  const uneven: Embedder = async (texts) => texts.map((text) => new Float32Array(text.length));
  const failing = createQuestionEmbedder(uneven, { model: 'a/b', store: undefined });
  await expect(failing('why?', ['x'], NEVER)).rejects.toMatchObject({
    code: 'provider-error',
    message: 'a/b returned vectors of different lengths: is it an embedding model?',
  });
});
