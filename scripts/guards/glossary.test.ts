import { expect, it } from 'vitest';
import { glossary } from './glossary.ts';
import { readTree } from '../source/source-tree.ts';

const PAGE = 'design/glossary.md';

it('refuses a term that no declaration uses, and one that stands there twice', () => {
  expect(glossary(readTree('scripts/fixtures/glossary'))).toEqual({
    summary: '3 public names, 4 terms',
    problems: [
      `${PAGE}: no public declaration has the word "unused"`,
      `${PAGE}: "store" stands there twice`,
    ],
  });
});

it('refuses more terms than a reader can learn', () => {
  const rows = Array.from({ length: 91 }, (_, index) => `| \`store\` | ${index} |\n`).join('');
  const files = readTree('scripts/fixtures/glossary').map((file) =>
    file.path === PAGE ? { ...file, text: rows } : file,
  );
  expect(glossary(files).problems).toContain(`${PAGE} has 91 terms, more than 90`);
});

it('does not pass by reading nothing', () => {
  expect(glossary([]).problems).toEqual([`no terms found in ${PAGE}`, 'no public names found']);
});
