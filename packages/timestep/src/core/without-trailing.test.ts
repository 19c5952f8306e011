import { expect, it } from 'vitest';
import { withoutTrailing } from './without-trailing.ts';

it.each([
  ['http://a/', '/', 'http://a'],
  ['http://a/b//', '/', 'http://a/b'],
  ['http://a', '/', 'http://a'],
  ['yes!.', '.!', 'yes'],
  ['//', '/', ''],
  ['', '/', ''],
  ['/a', '/', '/a'],
])('takes from %j what ends in %j', (text, characters, expected) => {
  expect(withoutTrailing(text, characters)).toBe(expected);
});
