import { expect, it } from 'vitest';
import { createMemoryVectorStore } from '#engine/store';
import type { VectorEntry, VectorStore } from '#engine/port';
import { createContextIndex, type IndexedItem } from './context-index.ts';
import { createSimilarityMeasure } from './message-similarity.ts';
import { selectContext } from './select-context.ts';
import { listSimilarRules } from './similar-rules.ts';
import { createTestFolder } from '../folder.fixture.ts';

const NEVER = new AbortController().signal;

const RULES = {
  late: 'Whoever brings films back after the due date pays 20 cents a day.',
  damaged: 'Items that are lost or damaged must be paid for.',
  holidays: 'On public holidays the branch is closed.',
};

function createCountingStore(): { readonly store: VectorStore; readonly put: VectorEntry[] } {
  const memory = createMemoryVectorStore();
  const put: VectorEntry[] = [];
  const store: VectorStore = {
    ...memory,
    async put(entries) {
      put.push(...entries);
      await memory.put(entries);
    },
  };
  return { store, put };
}

function createLibrary(rules: Readonly<Record<string, string>>) {
  const notes = Object.entries(rules).map(([name, text]) => ({
    name,
    text,
    include: 'agent' as const,
    path: `rules/${name}.mdt`,
    priority: 0,
  }));
  return createContextIndex({ rules: notes, references: [], skills: [] }, [], false);
}

/** Chooses as a new process that has the store. */
async function choose(message: string, store: VectorStore, rules: Record<string, string> = RULES) {
  const contextIndex = createLibrary(rules);
  const items: readonly IndexedItem[] = contextIndex.index.items;
  const measure = createSimilarityMeasure({
    model: undefined,
    env: {},
    vectors: () => store,
    timeoutS: 600,
  });
  const near = await measure(message, items, NEVER);
  return selectContext(contextIndex, message, undefined, new Map(), near);
}

it('finds the rule that shares no word with the message, and nothing for small talk', async () => {
  const { store } = createCountingStore();
  const { items, ranker } = await choose('I dropped the camera and the lens is cracked', store);
  expect(items.map(({ name }) => name)).toEqual(['damaged']);
  expect(ranker).toMatch(/^bm25f\/\d+\+all-MiniLM-L6-v2\/int8-[0-9a-f]{12}$/);
  expect((await choose('hello there', store)).items).toEqual([]);
  expect((await choose('thank you so much!', store)).items).toEqual([]);
});

it('embeds each text once, and only a rule that changed again', async () => {
  const { store, put } = createCountingStore();
  await choose('the disc broke', store);
  const before = put.length;
  await choose('is it open on Christmas day?', store);
  expect(put).toHaveLength(before);
  await choose('the disc broke', store, { ...RULES, late: 'A day costs 30 cents.' });
  expect(put).toHaveLength(before + 1);
});

it('says what came close, so that a replay knows it without the model', async () => {
  const { store } = createCountingStore();
  const { items, omitted = [] } = await choose(
    'I dropped the camera and the lens is cracked',
    store,
  );
  expect(omitted.map(({ name }) => name).toSorted()).toEqual(['holidays', 'late']);
  expect(omitted.every(({ score, floor }) => score < floor && floor === 0.04)).toBe(true);
  expect(items.every(({ score = 0 }) => score >= 0.04)).toBe(true);
});

it('warns of rules that mean the same, also in other words, and not of related ones', async () => {
  const write = (text: string): string => `---\ninclude: agent\n---\n${text}`;
  const folder = createTestFolder({
    'tsagent.json': { metadata: { name: 'Shop' }, settings: { embeddingModel: 'local' } },
    'rules/postage.mdt': write('Sending a parcel costs five euros.'),
    'rules/shipping-costs.mdt': write('Delivery costs 5 euros.'),
    'rules/shipping-times.mdt': write('Parcels arrive in two days.'),
  });
  const problems = await listSimilarRules(folder, { env: {} });
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^the rules "postage" and "shipping-costs" can hardly be distinguished/),
  ]);
});

it('stores vectors while it computes them, so that a message that is stopped loses little', async () => {
  const { store, put } = createCountingStore();
  const rules = Array.from({ length: 60 }, (_, at) => [`rule-${at}`, `Rule ${at} of the house.`]);
  const { items } = createLibrary(Object.fromEntries(rules)).index;
  const stopping = new AbortController();
  const stopped: VectorStore = {
    ...store,
    async put(entries) {
      await store.put(entries);
      stopping.abort(new Error('stopped'));
    },
  };
  const measure = createSimilarityMeasure({ model: 'local', env: {}, vectors: () => stopped });
  const { note } = await measure('What does rule 7 say?', items, stopping.signal);
  expect(note).toMatch(/^Chosen by matching words only: local returned no embeddings/);
  expect(put.length).toBeGreaterThan(0);
  expect(put.length).toBeLessThan(items.length);
});
