import { expect, it } from 'vitest';
import { chooseContext, type ContextCandidate } from './choose-context.ts';
import { rankByMeaning } from './rank-by-meaning.ts';
import { createIndex } from './relevance-index.ts';

const rule = (name: string, text: string): ContextCandidate => ({
  kind: 'rule',
  name,
  include: 'agent',
  text,
});

const damaged = rule('damaged', 'Broken things are paid for.');
const opening = rule('opening-hours', 'From nine to five.');
const late = rule('late', 'Twenty cents a day.');
const items = [opening, damaged, late];

function cosines(...numbers: readonly number[]) {
  return (item: ContextCandidate): number | undefined => numbers[items.indexOf(item)];
}

it('ranks by the cosine of a sentence model, where words have nothing in common', () => {
  const meaning = { cosine: cosines(0.1, 0.5, 0.2), smallTalk: 0.2 };
  const ranked = rankByMeaning(createIndex(items), 'my dog chewed it', meaning);
  expect(ranked.map(({ item }) => item.name)).toEqual(['damaged', 'late', 'opening-hours']);
  expect(ranked[0]?.score).toBeGreaterThan(0.5);
  expect(ranked[2]?.score).toBeLessThan(0.01);
});

it.each([
  ['a cosine', cosines(0.3, 0.2, 0.2), cosines(0.2, 0.2, 0.2), 'so, what now', 'so, what now'],
  ['words in common', cosines(0.2, 0.2, 0.2), cosines(0.2, 0.2, 0.2), 'nine', 'seven'],
  ['its name', cosines(0.2, 0.2, 0.2), cosines(0.2, 0.2, 0.2), 'opening hours', 'opening'],
] as const)('%s makes an item more probable', (_what, more, less, withMore, withLess) => {
  const probability = (cosine: typeof more, question: string): number =>
    rankByMeaning(createIndex(items), question, { cosine, smallTalk: 0.2 }).find(
      ({ item }) => item === opening,
    )?.score ?? 0;
  expect(probability(more, withMore)).toBeGreaterThan(probability(less, withLess));
});

it('chooses nothing where nothing is near, and less for small talk', () => {
  const choose = (smallTalk: number, ...numbers: readonly number[]): string[] =>
    chooseContext({ query: 'hm', items, meaning: { cosine: cosines(...numbers), smallTalk } }).map(
      ({ item }) => item.name,
    );
  expect(choose(0.2, 0.1, 0.12, 0.05)).toEqual([]);
  expect(choose(0.2, 0.1, 0.3, 0.05)).toEqual(['damaged']);
  expect(choose(0.9, 0.1, 0.25, 0.05)).toEqual([]);
});

it('stays within the budget, but for the best item', () => {
  const long = rule('long', 'x'.repeat(4000));
  const all = [long, damaged];
  const meaning = {
    cosine: (item: ContextCandidate) => (item === long ? 0.6 : 0.55),
    smallTalk: 0,
  };
  const names = (budget: number): string[] =>
    chooseContext({ query: 'hm', items: all, meaning, budget }).map(({ item }) => item.name);
  expect(names(100)).toEqual(['long']);
  expect(names(2000)).toEqual(['long', 'damaged']);
});

it('omits items whose cosine is unknown', () => {
  const meaning = { cosine: cosines(0.4), smallTalk: 0 };
  const ranked = rankByMeaning(createIndex(items), 'broken things', meaning);
  expect(ranked.map(({ item }) => item.name)).toEqual(['opening-hours']);
});
