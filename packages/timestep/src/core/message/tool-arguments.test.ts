import { expect, it } from 'vitest';
import { parseArguments } from './tool-arguments.ts';

it.each([
  ['{"x":1}', { x: 1 }],
  ['', {}],
  ['  ', {}],
  ['[1]', undefined],
  ['null', undefined],
  ['{oops', undefined],
])('reads %s as %o', (text, expected) => {
  expect(parseArguments(text)).toEqual(expected);
});
