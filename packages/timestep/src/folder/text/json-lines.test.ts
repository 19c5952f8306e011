import { expect, it } from 'vitest';
import { findJsonLines } from './json-lines.ts';

it('tells the line of every field', () => {
  const text = '{\n  "a": { "b": 1,\n    "c": [true,\n "x\\"y"] },\n  "d\\u0021": null\n}\n';
  expect([...findJsonLines(text).lines]).toEqual([
    ['', 1],
    ['a', 2],
    ['a.b', 2],
    ['a.c', 3],
    ['a.c[0]', 3],
    ['a.c[1]', 4],
    ['d!', 5],
  ]);
  expect(findJsonLines(text).brokenAt).toBeUndefined();
});

it.each([
  ['', 1],
  ['{', 1],
  ['{\n  "a": 1,\n}', 3],
  ['{\n  "a": 1\n  "b": 2\n}', 3],
  ['{\n  "a": [1 2]\n}', 2],
  ['{\n  a: 1\n}', 2],
  ['{\n  "a" 1\n}', 2],
  ['{\n  "a": "x\n"\n}', 2],
  ['{}\n{}', 2],
])('tells where %j stops being JSON, as JSON.parse does', (text, line) => {
  expect(findJsonLines(text).brokenAt).toBe(line);
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
});
