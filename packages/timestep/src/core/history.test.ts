import { expect, it } from 'vitest';
import { isChain } from './chain.ts';
import { chainOf, withMessages, messagesOf } from './history.ts';
import type { Message } from './message.ts';

const ONE: Message = { role: 'user', content: 'one' };
const TWO: Message = { role: 'assistant', content: 'two' };
const THREE: Message = { role: 'user', content: 'three' };

it('holds the same messages as a list, as a chain and as JSON', () => {
  const chain = withMessages([ONE], [TWO]);
  expect(isChain(chain)).toBe(true);
  expect(messagesOf(chain)).toEqual([ONE, TWO]);
  expect(messagesOf([ONE, TWO])).toEqual([ONE, TWO]);
  expect(JSON.stringify({ chain })).toBe(JSON.stringify({ chain: [ONE, TWO] }));
});

it('is none without messages', () => {
  expect(chainOf([])).toBeUndefined();
  expect(withMessages([], [])).toEqual([]);
});

it('shares what it continues with every other that continues it', () => {
  const shared = withMessages([], [ONE]);
  const two = withMessages(shared, [TWO]);
  const three = withMessages(shared, [THREE]);
  expect(messagesOf(two)).toEqual([ONE, TWO]);
  expect(messagesOf(three)).toEqual([ONE, THREE]);
  expect(chainOf(two)?.before).toBe(shared);
  expect(chainOf(three)?.before).toBe(shared);
});

it('becomes JSON however long it is', () => {
  const all = Array.from({ length: 50_000 }, () => ONE);
  expect(JSON.stringify(withMessages([], all))).toBe(JSON.stringify(all));
});
