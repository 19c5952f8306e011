import { expect, it } from 'vitest';
import { listFencedBlocks, readTableRows } from './markdown.ts';

it('finds blocks, with their language, line and file', () => {
  const page = ['# A', '', '`a/b.ts`:', '', '```ts', 'one;', '', 'two;', '```', '', '```', '```'];
  expect(listFencedBlocks(page.join('\n'))).toEqual([
    { language: 'ts', text: 'one;\n\ntwo;\n', file: 'a/b.ts', line: 3 },
    { language: '', text: '', line: 11 },
  ]);
});

it('finds the rows of the table below a heading', () => {
  const page = ['| x |', '## B', 'words', '| h | i |', '|---|---|', '| 1 | `2` |', '', '| 3 |'];
  expect(readTableRows(page.join('\n'), '## B')).toEqual([['1', '`2`']]);
  expect(readTableRows(page.join('\n'), '## C')).toEqual([]);
});
