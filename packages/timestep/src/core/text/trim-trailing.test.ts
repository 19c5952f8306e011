import { expect, it } from 'vitest';
import { trimTrailing } from './trim-trailing.ts';

it.each([
  ['http://a/', '/', 'http://a'],
  ['http://a/b//', '/', 'http://a/b'],
  ['http://a', '/', 'http://a'],
  ['yes!.', '.!', 'yes'],
  ['//', '/', ''],
  ['', '/', ''],
  ['/a', '/', '/a'],
])('takes from %j what ends in %j', (text, characters, expected) => {
  expect(trimTrailing(text, characters)).toBe(expected);
});
