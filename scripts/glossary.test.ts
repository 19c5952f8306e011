import { expect, it } from 'vitest';
import { glossary } from './glossary.ts';
import { readTree } from './source-tree.ts';

it('refuses a word that the page does not know, and one that no name uses', () => {
  expect(glossary(readTree('scripts/fixtures/glossary'))).toEqual({
    summary: '3 public names, 4 words',
    problems: [
      'gizmoOf: "gizmo" is not in design/glossary.md',
      'design/glossary.md: no public name uses the word "unused"',
    ],
  });
});

it('finds the words of a name by its capitals', () => {
  const files = readTree('scripts/fixtures/glossary').map((file) =>
    file.path.endsWith('.ts')
      ? { ...file, text: file.text.replaceAll('gizmoOf', 'parseA2AURL_now') }
      : file,
  );
  expect(glossary(files).problems.filter((line) => line.startsWith('parse'))).toEqual([
    'parseA2AURL_now: "parse" is not in design/glossary.md',
    'parseA2AURL_now: "a2a" is not in design/glossary.md',
    'parseA2AURL_now: "url" is not in design/glossary.md',
    'parseA2AURL_now: "now" is not in design/glossary.md',
  ]);
});
