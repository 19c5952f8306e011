import { expect, it } from 'vitest';
import { diffLines, pickLinesNearChanges } from './line-diff.ts';

const MARKS = { same: ' ', old: '-', new: '+' } as const;

function diff(before: string, after: string): string {
  return diffLines(before, after)
    .map(({ kind, text }) => MARKS[kind] + text)
    .join(' | ');
}

it.each([
  ['a\nb\n', 'a\nb\n', ' a |  b'],
  ['', 'a\nb\n', '+a | +b'],
  ['a\nb\n', '', '-a | -b'],
  ['a\nb\nc\n', 'a\nx\nc\n', ' a | -b | +x |  c'],
  ['a\nb\nc\nd\n', 'b\nc\nx\nd\n', '-a |  b |  c | +x |  d'],
  ['a\na\n', 'a\na\na\n', ' a |  a | +a'],
  ['a\n\nb', 'a\nb\n', ' a | - |  b'],
  ['one\r\n', 'one\n', '-one\r | +one'],
])('%j to %j', (before, after, expected) => {
  expect(diff(before, after)).toBe(expected);
});

it('gives both texts back, whatever they are', () => {
  const lines = ['a', 'b', '', 'c'];
  for (let seed = 1; seed < 400; seed += 1) {
    const text = (step: number): string =>
      Array.from({ length: (seed * step) % 7 }, (_, at) => lines[(seed * (at + step)) % 4])
        .map((line) => `${line}\n`)
        .join('');
    const [before, after] = [text(3), text(5)];
    const side = (without: 'old' | 'new'): string =>
      diffLines(before, after)
        .filter(({ kind }) => kind !== without)
        .map((line) => `${line.text}\n`)
        .join('');
    expect([side('new'), side('old')]).toEqual([before, after]);
  }
});

it('replaces a passage that is too long to compare', () => {
  const text = (mark: string): string =>
    Array.from({ length: 2000 }, (_, at) => mark + at).join('\n');
  const kinds = diffLines(`same\n${text('a')}`, `same\n${text('b')}`).map(({ kind }) => kind);
  expect(kinds.indexOf('new')).toBe(2001);
  expect(kinds.lastIndexOf('old')).toBe(2000);
});

it('keeps what stands around a long passage that is new', () => {
  const added = Array.from({ length: 2000 }, (_, at) => `new ${at}`).join('\n');
  const lines = diffLines('a\nb\n', `a\n${added}\nb\n`);
  expect(lines.filter(({ kind }) => kind === 'same').map(({ text }) => text)).toEqual(['a', 'b']);
});

it('shows no more than a page can, and a gap in place of the rest', () => {
  const shown = pickLinesNearChanges(diffLines('', 'x\n'.repeat(50_000)), 3);
  expect([shown.length, shown.at(-1)]).toEqual([5001, { kind: 'gap', text: '' }]);
});
