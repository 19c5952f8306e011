import { expect, it } from 'vitest';
import { splitWhiteSpace } from './white-space.ts';

const show = (text: string) => splitWhiteSpace(text).map((part) => [part.kind, part.text]);

it('splits a text at white space that is easily overlooked', () => {
  expect(show(' a b  c\t\n  d \n')).toEqual([
    ['spaces', ' '],
    ['visible', 'a b'],
    ['spaces', '  '],
    ['visible', 'c'],
    ['tab', '\t'],
    ['break', '\n'],
    ['visible', '  d'],
    ['spaces', ' '],
    ['break', '\n'],
  ]);
});

it.each(['', 'one', 'two words', '   ', '\n\n', 'a \tb'])('keeps all of %j', (text) => {
  expect(
    splitWhiteSpace(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});
