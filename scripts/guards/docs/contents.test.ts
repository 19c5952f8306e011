import { expect, it } from 'vitest';
import type { Section } from '../../../apps/docs/src/contents.ts';
import { checkContents } from './contents.ts';

const contents: readonly Section[] = [{ title: 'Start', pages: [['index', 'Index']] }];
const files = ['docs/index.md', 'docs/api/core.md', 'README.md'].map((path) => ({
  path,
  text: '',
}));

it('accepts a table that lists each page', () => {
  expect(checkContents(files, contents).problems).toEqual([]);
});

it('refuses a page that no reader finds, and an entry without a page', () => {
  const lost = [...files.slice(1), { path: 'docs/lost.md', text: '' }];
  expect(checkContents(lost, contents).problems).toEqual([
    'docs/lost.md is not in apps/docs/src/contents.ts',
    'apps/docs/src/contents.ts lists index, which is no page or stands twice',
  ]);
});

it('says so if there are no pages', () => {
  expect(checkContents([], []).problems).toEqual(['no pages found']);
});
