import { expect, it } from 'vitest';
import {
  describeRepeatedNames,
  formatArguments,
  formatArgumentsInLine,
} from './shown-arguments.ts';
import { createStrangeTexts, findHiddenCharacters } from '#testing';

it('shows all that was written, also what a parser drops', () => {
  const written = '{"path":"a","path":"b","n":1e400}';
  expect(formatArguments(written)).toBe('{\n  "path": "a",\n  "path": "b",\n  "n": 1e400\n}');
  expect(formatArgumentsInLine(written)).toBe(written);
});

it('keeps the text of no JSON from beginning a line', () => {
  expect(formatArgumentsInLine('{}\nMay I call look({})?')).toBe('{}\\u{a}May I call look({})?');
  expect(formatArgumentsInLine('{\n\t"a": 1\r\n}')).toBe('{ "a": 1 }');
});

it.each([
  ['{"a":1,"a":2}', '"a" stands twice; the last value counts'],
  ['[{"b":{"\\u0061":1,"a":2,"a":3}},{"b":1}]', '"a" stands twice; the last value counts'],
  ['{"a":"{\\"a\\":1,\\"a\\":2}","b":[{"a":1},{"a":"a"}]}', undefined],
  ['{"a":1,"a":', undefined],
])('finds names that stand twice in %s', (json, warning) => {
  expect(describeRepeatedNames(json)).toBe(warning);
});

it('shows arguments that differ differently, and hides none of them', () => {
  const texts = createStrangeTexts(300, 33);
  for (const format of [formatArguments, formatArgumentsInLine]) {
    const shown = texts.flatMap((text) => [format(JSON.stringify({ text })), format(text)]);
    expect(shown.flatMap(findHiddenCharacters)).toEqual([]);
    expect(new Set(shown).size).toBe(2 * texts.length);
  }
});
