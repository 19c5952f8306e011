import { expect, it } from 'vitest';
import { isChain } from '../data/chain.ts';
import { historyToChain, appendMessages, historyToMessages } from './task-history.ts';
import type { Message } from './message.ts';

const ONE: Message = { role: 'user', content: 'one' };
const TWO: Message = { role: 'assistant', content: 'two' };
const THREE: Message = { role: 'user', content: 'three' };

it('holds the same messages as a list, as a chain and as JSON', () => {
  const chain = appendMessages([ONE], [TWO]);
  expect(isChain(chain)).toBe(true);
  expect(historyToMessages(chain)).toEqual([ONE, TWO]);
  expect(historyToMessages([ONE, TWO])).toEqual([ONE, TWO]);
  expect(JSON.stringify({ chain })).toBe(JSON.stringify({ chain: [ONE, TWO] }));
});

it('is none without messages', () => {
  expect(historyToChain([])).toBeUndefined();
  expect(appendMessages([], [])).toEqual([]);
});

it('shares what it continues with every other that continues it', () => {
  const shared = appendMessages([], [ONE]);
  const two = appendMessages(shared, [TWO]);
  const three = appendMessages(shared, [THREE]);
  expect(historyToMessages(two)).toEqual([ONE, TWO]);
  expect(historyToMessages(three)).toEqual([ONE, THREE]);
  expect(historyToChain(two)?.before).toBe(shared);
  expect(historyToChain(three)?.before).toBe(shared);
});

it('becomes JSON however long it is', () => {
  const all = Array.from({ length: 50_000 }, () => ONE);
  expect(JSON.stringify(appendMessages([], all))).toBe(JSON.stringify(all));
});
