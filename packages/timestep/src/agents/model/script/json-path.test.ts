import { expect, it } from 'vitest';
import { getValueAtPath } from './json-path.ts';

const value = { a: { 'b-c': [{ d: 1 }, null] }, e: '' };

it.each([
  ['', value],
  ['e', ''],
  ['a.b-c[0].d', 1],
  ['a.b-c.0.d', 1],
  ['.a.b-c[1]', null],
  ['a.x', undefined],
  ['e.length', undefined],
  ['a.b-c[7].d', undefined],
  ['constructor', undefined],
])('finds at "%s" %j', (path, expected) => {
  expect(getValueAtPath(value, path)).toEqual(expected);
});

it('finds nothing in nothing', () => {
  expect(getValueAtPath(undefined, 'a')).toBeUndefined();
});
