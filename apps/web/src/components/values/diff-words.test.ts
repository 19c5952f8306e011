import { expect, it } from 'vitest';
import { diffWords } from './diff-words.ts';

function join(before: string, after: string, kinds: readonly string[]): string {
  const parts = diffWords(before, after).filter(({ kind }) => kinds.includes(kind));
  return parts.map(({ text }) => text).join('');
}

it.each([
  ['The build is red.', 'The build is green.'],
  ['', 'new'],
  ['a b c d', 'b d e'],
  ['Zürich 17 °C', 'Zürich 18 °C'],
  ['x', 'x'],
])('gives both texts back: %j, %j', (before, after) => {
  expect(join(before, after, ['same', 'removed'])).toBe(before);
  expect(join(before, after, ['same', 'added'])).toBe(after);
});

it('names the changed word alone', () => {
  expect(diffWords('The build is red.', 'The build is green.')).toEqual([
    { kind: 'same', text: 'The build is ' },
    { kind: 'removed', text: 'red' },
    { kind: 'added', text: 'green' },
    { kind: 'same', text: '.' },
  ]);
});

it('compares long texts by their lines', () => {
  const line = `${'word '.repeat(50)}\n`;
  const before = line.repeat(40);
  const after = `${line.repeat(20)}other\n${line.repeat(20)}`;
  expect(diffWords(before, after).filter(({ kind }) => kind !== 'same')).toEqual([
    { kind: 'added', text: 'other\n' },
  ]);
});
