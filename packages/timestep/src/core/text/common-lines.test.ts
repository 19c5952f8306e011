import { expect, it } from 'vitest';
import { countCommonLines } from './common-lines.ts';

it.each([
  ['abc', 'aXc', { start: 1, end: 1 }],
  ['aa', 'aaa', { start: 2, end: 0 }],
  ['', 'ab', { start: 0, end: 0 }],
  ['ab', 'xb', { start: 0, end: 1 }],
])('counts the lines at both ends of %j and %j', (before, after, common) => {
  expect(countCommonLines(before.split(''), after.split(''))).toEqual(common);
});
