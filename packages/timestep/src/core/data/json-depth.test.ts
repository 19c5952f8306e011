import { expect, it } from 'vitest';
import { isNestedTooDeep, MAX_VALUE_DEPTH } from './json-depth.ts';

const nest = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

it('counts the levels of lists and objects', () => {
  expect(isNestedTooDeep(nest(MAX_VALUE_DEPTH))).toBe(false);
  expect(isNestedTooDeep(nest(MAX_VALUE_DEPTH + 1))).toBe(true);
  expect(isNestedTooDeep(`${'{"a":'.repeat(3)}1}}}`, 2)).toBe(true);
});

it('counts neither brackets of texts nor neighbors', () => {
  expect(isNestedTooDeep(JSON.stringify(['\\"', '['.repeat(300)]))).toBe(false);
  expect(isNestedTooDeep(`[${Array.from({ length: 300 }, () => '{}').join(',')}]`)).toBe(false);
});
