import { expect, it } from 'vitest';
import { append } from '#core';
import { createListPrefixCache } from './list-prefix-cache.ts';

const chain = append(undefined, 'a');

it('holds what was used last, up to its size', () => {
  const cache = createListPrefixCache(10);
  cache.keep('a', { chain, size: 4 }, null);
  cache.keep('b', { chain, size: 4 }, null);
  expect(cache.get('a')).toEqual({ chain, size: 4 });
  cache.keep('c', { chain, size: 4 }, null);
  expect(cache.get('b')).toBeUndefined();
  expect(cache.get('a')).toBeDefined();
  expect(cache.get('c')).toBeDefined();
});

it('holds a list once, up to its newest run', () => {
  const cache = createListPrefixCache(10);
  cache.keep('a', { chain, size: 6 }, null);
  cache.keep('b', { chain, size: 9 }, 'a');
  expect(cache.get('a')).toBeUndefined();
  expect(cache.get('b')).toBeDefined();
});

it('does not hold a list that is larger than the cache, and gives its room away', () => {
  const cache = createListPrefixCache(10);
  cache.keep('a', { chain, size: 9 }, null);
  cache.keep('b', { chain, size: 11 }, 'a');
  expect(cache.get('b')).toBeUndefined();
  cache.keep('c', { chain, size: 10 }, null);
  expect(cache.get('c')).toBeDefined();
});
