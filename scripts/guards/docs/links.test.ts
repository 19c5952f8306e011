import { expect, it } from 'vitest';
import { checkAnchors } from './links.ts';

const page = (text: string) => ({ path: 'docs/a.md', text });
const other = { path: 'docs/build/b.md', text: '# B\n\n## Two words\n\n## Two words\n' };

it('accepts links to headings that exist, also to repeated ones', () => {
  const links = '# A\n\n[x](build/b.md#two-words) [y](build/b.md#two-words-1) [z](#a)\n';
  expect(checkAnchors([page(links), other]).problems).toEqual([]);
});

it('refuses a link to a heading that no page has', () => {
  expect(checkAnchors([page('# A\n\n[x](build/b.md#two)\n'), other]).problems).toEqual([
    'docs/a.md links to #two, which no heading of docs/build/b.md has',
  ]);
});

it('says so if there is no link to check', () => {
  expect(checkAnchors([other]).problems).toEqual(['no links to headings found']);
});
