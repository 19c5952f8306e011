import { expect, it } from 'vitest';
import {
  chooseContext,
  listItemsToRank,
  type ContextCandidate,
  type ContextOptions,
} from './choose-context.ts';
import type { ContextKind } from '#core';
import { createIndex } from './relevance-index.ts';

function item(
  kind: ContextKind,
  name: string,
  include: ContextCandidate['include'],
  text?: string,
): ContextCandidate {
  return { kind, name, include, text };
}

const ITEMS: readonly ContextCandidate[] = [
  item('rule', 'tone', 'always', 'Be kind and short.'),
  item('rule', 'refunds', 'agent', 'Refunds need the number of the booking.'),
  item('reference', 'fees', 'agent', 'A booking that is changed costs a fee.'),
  item('reference', 'history', 'manual', 'The company was founded by sailors.'),
  item('skill', 'tone', 'manual', 'How to speak with guests.'),
  item('tool', 'weather', 'agent', 'Forecast for a city.'),
  item('rule', 'safety', 'always', 'Never give away passwords.'),
];

function chosen(query: string, options: Partial<ContextOptions> = {}): string[] {
  const all = chooseContext({ query, items: ITEMS, ...options });
  return all.map(({ item: { kind, name }, reason }) => `${reason} ${kind}:${name}`);
}

const ALWAYS = ['always rule:tone', 'always rule:safety'];

it('chooses what always is, and what the words of the message make relevant', () => {
  expect(chosen('Hello!')).toEqual(ALWAYS);
  expect(chosen('I want a refund of my changed booking')).toEqual([
    ...ALWAYS,
    'agent rule:refunds',
    'agent reference:fees',
  ]);
});

it('chooses what is mentioned, in the order of the items, and ranks without the mentions', () => {
  expect(chosen('@skill:tone and @ref:history of the weather')).toEqual([
    ...ALWAYS,
    'mention reference:history',
    'mention skill:tone',
    'agent tool:weather',
  ]);
  expect(chosen('@ref:weather @rule:nothing @rule:history')).toEqual(ALWAYS);
});

it('chooses what the session includes, and leaves out what it excludes', () => {
  const included = [
    { kind: 'reference', name: 'history' },
    { kind: 'reference', name: 'fees' },
  ] as const;
  const excluded = [
    { kind: 'rule', name: 'tone' },
    { kind: 'rule', name: 'refunds' },
  ] as const;
  expect(chosen('refund of a booking', { included, excluded })).toEqual([
    'always rule:safety',
    'session reference:fees',
    'session reference:history',
  ]);
});

it('lets a mention go before what the session excludes, and an exclusion before an inclusion', () => {
  const tone = [{ kind: 'rule', name: 'tone' }] as const;
  expect(chosen('@rule:tone', { excluded: tone })).toEqual([
    'always rule:safety',
    'mention rule:tone',
  ]);
  expect(chosen('hello', { included: tone, excluded: tone })).toEqual(['always rule:safety']);
});

it('says the first of several reasons', () => {
  const included = [{ kind: 'rule', name: 'refunds' }] as const;
  expect(chosen('@rule:tone @rule:refunds', { included })).toEqual([
    'always rule:tone',
    'always rule:safety',
    'session rule:refunds',
  ]);
});

it('bounds only what is chosen by relevance', () => {
  expect(chosen('refund of a booking', { limit: 1 })).toEqual([...ALWAYS, 'agent rule:refunds']);
  expect(chosen('refund of a booking', { limit: 0 })).toEqual(ALWAYS);
  expect(chosen('refund of a booking', { floor: 1 })).toEqual([...ALWAYS, 'agent rule:refunds']);
});

it('gives the score of each, whatever it was chosen for', () => {
  const query = 'passwords for the weather';
  const scores = chooseContext({ query, items: ITEMS }).map(({ score }) => score);
  expect(scores).toEqual([0, expect.any(Number), expect.any(Number)]);
  expect(Math.min(...scores.slice(1))).toBeGreaterThan(0);
});

it('chooses the same from an index', () => {
  const query = 'I want a refund @ref:history';
  const index = createIndex(ITEMS);
  expect(chooseContext({ query, items: index })).toEqual(chooseContext({ query, items: ITEMS }));
  expect(chooseContext({ query, items: [] })).toEqual([]);
});

const NEARNESS: Readonly<Record<string, number>> = {
  history: 0.95,
  weather: 0.9,
  fees: 0.3,
  refunds: 0.2,
};

it('joins the order of the words with that of another measure', () => {
  const similarity = ({ name }: ContextCandidate) => NEARNESS[name];
  expect(chosen('Will it rain?', { similarity })).toEqual([...ALWAYS, 'agent tool:weather']);
  expect(chosen('A refund if it rains', { similarity })).toEqual([
    ...ALWAYS,
    'agent rule:refunds',
    'agent tool:weather',
  ]);
  expect(chosen('A refund if it rains', { similarity, limit: 1 })).toHaveLength(ALWAYS.length + 1);
  expect(chosen('A refund if it rains', { similarity: () => undefined })).toEqual([
    ...ALWAYS,
    'agent rule:refunds',
  ]);
});

it('puts first what both orders have', () => {
  const similarity = ({ name }: ContextCandidate) => ({ fees: 1, weather: 0.9 })[name] ?? 0;
  expect(chosen('I want a refund of my changed booking', { similarity }).slice(2)).toEqual([
    'agent reference:fees',
    'agent rule:refunds',
    'agent tool:weather',
  ]);
});

it('chooses by relevance from what nothing else chooses', () => {
  const names = listItemsToRank({
    query: '@rule:refunds',
    items: ITEMS,
    included: [{ kind: 'tool', name: 'weather' }],
  }).map(({ name }) => name);
  expect(names).toEqual(['fees']);
});
