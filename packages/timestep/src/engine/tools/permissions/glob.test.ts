import { expect, it } from 'vitest';
import { parseGlob } from './glob.ts';

it.each([
  ['read', 'read', true],
  ['read', 'reader', false],
  ['read*', 'reader', true],
  ['*_file', 'write_file', true],
  ['*_file', 'write_files', false],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['*', '', true],
  ['**', 'x', true],
  ['a*b*c', 'a-b-b-c', true],
  ['a*b*c', 'a-c-b', false],
  ['/data/*', '/data/a/b', true],
  ['a.c', 'abc', false],
  ['', '', true],
  ['', 'x', false],
])('%s over %s: %s', (pattern, text, isMatch) => {
  expect(parseGlob(pattern).matches(text)).toBe(isMatch);
});

it('needs no more steps than the product of both lengths', () => {
  expect(parseGlob(`${'a*'.repeat(20)}b`).matches('a'.repeat(20_000))).toBe(false);
});
