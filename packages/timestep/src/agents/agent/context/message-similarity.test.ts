import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createMemoryVectorStore } from '#engine/store';
import { startEmbeddingServer } from './embeddings.fixture.ts';
import { createSimilarityMeasure, type SimilarityDeps } from './message-similarity.ts';
import type { IndexedItem } from './context-index.ts';

const CANARY = 'sk-canary-0123456789';
const NEVER = new AbortController().signal;

const items: readonly IndexedItem[] = [
  { kind: 'rule', name: 'umbrella', include: 'agent', text: 'Offer an umbrella.' },
  { kind: 'rule', name: 'refunds', include: 'agent', text: 'Give money back.' },
];

async function measuring(
  answer: (response: ServerResponse) => boolean = () => false,
  more: Partial<SimilarityDeps> = {},
) {
  const { env, asked } = await startEmbeddingServer(CANARY, answer);
  const store = createMemoryVectorStore();
  const site = { model: 'openai/small', env, vectors: () => store, timeoutS: 600, ...more };
  return { asked, measure: createSimilarityMeasure(site) };
}

it('measures how near items are to a message, and asks for their vectors once', async () => {
  const { asked, measure } = await measuring();
  const { by, note, similarity } = await measure('Will it rain? @rule:refunds', items, NEVER);
  expect([by, note]).toEqual(['openai/small', undefined]);
  expect(items.map((item) => similarity?.(item)?.toFixed(2))).toEqual(['1.00', '0.01']);
  await measure('Give me my money', items, NEVER);
  expect(asked).toEqual([
    ['Will it rain?', 'umbrella\nOffer an umbrella.', 'refunds\nGive money back.'],
    ['Give me my money'],
  ]);
});

it('asks nobody where there is nothing to measure', async () => {
  const { asked, measure } = await measuring();
  expect(await measure(' @rule:refunds ', items, NEVER)).toEqual({});
  expect(await measure('Will it rain?', [], NEVER)).toEqual({});
  expect(asked).toEqual([]);
});

it('sends the beginnings of long texts', async () => {
  const { asked, measure } = await measuring();
  const [item = items[0]] = items;
  if (!item) throw new Error('no item');
  await measure('x'.repeat(9000), [{ ...item, text: '\u{1f327}'.repeat(9000) }], NEVER);
  expect(asked[0]?.map((text) => text.length)).toEqual([6000, 6000]);
  expect(asked[0]?.every((text) => text.isWellFormed())).toBe(true);
});

function sending(status: number, body: string): (response: ServerResponse) => boolean {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body);
    return true;
  };
}

describe('says in a sentence that words alone count', () => {
  it.each([
    ['fails', sending(500, CANARY), 'provider error'],
    ['refuses the key', sending(401, `{"error":{"message":"${CANARY}"}}`), 'unauthorized'],
    ['sends no JSON', sending(200, `<b>${CANARY}</b>`), 'provider error'],
    ['sends something else', sending(200, `{"data":"${CANARY}"}`), 'provider error'],
    [
      'sends vectors of different lengths',
      sending(200, '{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}'),
      'provider error',
    ],
    ['breaks off', (response: ServerResponse) => Boolean(response.destroy()), 'unreachable'],
  ])('where the provider %s', async (_name, answer, why) => {
    const { measure } = await measuring(answer);
    expect(await measure('Will it rain?', items, NEVER)).toEqual({
      note: `Chosen by matching words only: openai/small returned no embeddings (${why}).`,
    });
  });

  it('where nothing comes in time', async () => {
    const { measure } = await measuring(() => true, { timeoutS: 0.02 });
    const { note } = await measure('Will it rain?', items, NEVER);
    expect(note).toContain('(timeout after 0.02 s)');
  });

  it('where the store does not answer in time', async () => {
    const stuck = { ...createMemoryVectorStore(), get: () => new Promise<never>(() => undefined) };
    const { measure } = await measuring(undefined, { timeoutS: 0.02, vectors: () => stuck });
    const { note } = await measure('Will it rain?', items, NEVER);
    expect(note).toContain('(timeout after 0.02 s)');
  });

  it('where the turn is stopped', async () => {
    const stop = new AbortController();
    const { measure } = await measuring(() => {
      stop.abort(new Error(CANARY));
      return true;
    });
    const { note } = await measure('Will it rain?', items, stop.signal);
    expect(note).toBe(
      'Chosen by matching words only: openai/small returned no embeddings (it was stopped).',
    );
  });

  it('where a key is missing', async () => {
    const { asked, measure } = await measuring(undefined, { env: {} });
    const { note } = await measure('Will it rain?', items, NEVER);
    expect(note).toContain('(openai needs a key: set OPENAI_API_KEY)');
    expect(asked).toEqual([]);
  });

  it('where vectors cannot be kept', async () => {
    const full = {
      ...createMemoryVectorStore(),
      put: () => Promise.reject(new Error(`disk ${CANARY}`)),
    };
    const { measure } = await measuring(undefined, { vectors: () => full });
    const { note } = await measure('Will it rain?', items, NEVER);
    expect(note).toContain('(the vector store failed)');
  });
});

it('asks again with the next message after a failure', async () => {
  let isDown = true;
  const { measure } = await measuring((response) => isDown && sending(503, '{}')(response));
  expect(await measure('Will it rain?', items, NEVER)).toHaveProperty('note');
  isDown = false;
  expect(await measure('Will it rain?', items, NEVER)).toHaveProperty('similarity');
});
