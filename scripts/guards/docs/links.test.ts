import { expect, it } from 'vitest';
import { checkLinks } from './links.ts';

const page = (text: string) => ({ path: 'docs/a.md', text });
const other = { path: 'docs/build/b.md', text: '# B\n\n## Two words\n\n## Two words\n' };
const there: ReadonlySet<string> = new Set([
  'docs/a.md',
  'docs/build/b.md',
  'docs/build',
  'docs/a.png',
]);
const problemsOf = (...files: Parameters<typeof checkLinks>[0]) =>
  checkLinks(files, (path) => there.has(path)).problems;

it('accepts links to headings that exist, also to repeated ones', () => {
  const links = '# A\n\n[x](build/b.md#two-words) [y](./build/b.md#two-words-1) [z](#a)\n';
  expect(problemsOf(page(links), other)).toEqual([]);
});

it('accepts links to pages, folders, pictures and addresses', () => {
  const links = '[x](./build/b.md) [y](build) ![z](a.png) [w](https://agents.example/a.md)\n';
  expect(problemsOf(page(links), other)).toEqual([]);
});

it('refuses a link to a heading that no page has', () => {
  expect(problemsOf(page('# A\n\n[x](build/b.md#two)\n'), other)).toEqual([
    'docs/a.md links to #two, which no heading of docs/build/b.md has',
  ]);
});

it.each(['[x](./build/c.md)', '[x](build/c.md#two)', '![x](./build/c.md)'])(
  'refuses a link to a page or picture that does not exist: %s',
  (link) => {
    expect(problemsOf(page(link), other)).toEqual([
      'docs/a.md links to docs/build/c.md, which does not exist',
    ]);
  },
);

it('reads no links in code', () => {
  expect(problemsOf(page('[x](#a)\n\n# A\n\n```md\n[x](./c.md)\n```\n'))).toEqual([]);
});

it('says so if there is no link to check', () => {
  expect(problemsOf(other)).toEqual(['no links found']);
});
