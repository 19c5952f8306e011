import { expect, it } from 'vitest';
import { resolveMediaType } from './media-type.ts';

it.each([
  ['a.pdf', undefined, 'application/pdf'],
  ['a.PNG', '', 'image/png'],
  ['a.png', 'application/octet-stream', 'image/png'],
  ['a.pdf', 'Text/Plain; charset=utf-8', 'text/plain'],
  ['a', undefined, 'application/octet-stream'],
  [undefined, undefined, 'application/octet-stream'],
  ['a.txt', 'x/y,base64,evil', 'text/plain'],
])('the type of %j that is said to be %j is %j', (filename, said, expected) => {
  expect(resolveMediaType(filename, said)).toBe(expected);
});
