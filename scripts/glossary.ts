import { exportedNames } from './exported-names.ts';
import type { SourceFile } from './source-tree.ts';
import { runGuard, type Verdict } from './verdict.ts';

const PAGE = 'design/glossary.md';

/**
 * Holds the vocabulary: every word of every public name stands in the first column of a table of the
 * glossary, or in its list of plain words, or comes from such a word by an ending.
 */
export function glossary(files: readonly SourceFile[]): Verdict {
  const { terms, plain } = wordsIn(files.find(({ path }) => path === PAGE)?.text ?? '');
  const known = new Set([...terms, ...plain]);
  const names = new Set(exportedNames(files).map(({ name }) => name));
  const problems = [...names]
    .toSorted()
    .flatMap((name) => unknownIn(name, known))
    .map(([name, word]) => `${name}: "${word}" is not in ${PAGE}`);
  if (names.size === 0) problems.push('no public names found');
  const used = new Set([...names].flatMap(wordsOf).flatMap((word) => knownFormsOf(word, known)));
  for (const word of plain) {
    if (!used.has(word)) problems.push(`${PAGE}: no public name uses the word "${word}"`);
  }
  return { summary: `${names.size} public names, ${known.size} words`, problems };
}

function unknownIn(name: string, known: ReadonlySet<string>): [string, string][] {
  return wordsOf(name).flatMap((word): [string, string][] =>
    knownFormsOf(word, known).length > 0 ? [] : [[name, word]],
  );
}

/** The words of a name: `SqlDatabase` and `NEVER_DUE` have two each. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/A2A|JUnit/g, (word) => word.charAt(0) + word.slice(1).toLowerCase())
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_]+/)
    .map((word) => word.toLowerCase());
}

const ENDINGS = ['s', 'es', 'd', 'ed', 'ing', 'r', 'er'];

/** The words of the glossary from which a word is made by an ending, or the word itself. */
function knownFormsOf(word: string, known: ReadonlySet<string>): string[] {
  const stems = ENDINGS.filter((ending) => word.endsWith(ending)).flatMap((ending) => {
    const stem = word.slice(0, -ending.length);
    const single = /([^aeiou])\1$/.test(stem) ? [stem.slice(0, -1)] : [];
    const changed = stem.endsWith('i') ? [`${stem.slice(0, -1)}y`] : [];
    return [stem, `${stem}e`, ...single, ...changed];
  });
  return [word, ...stems].filter((form) => known.has(form));
}

interface Words {
  /** The first columns of tables, whose words have a meaning of their own in this project. */
  readonly terms: ReadonlySet<string>;
  /** The section "Plain words", whose words mean the same as elsewhere. */
  readonly plain: ReadonlySet<string>;
}

function wordsIn(page: string): Words {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const columns = rows.map((row) => row.split('|')[1] ?? '');
  const plain = page.split(/^## Plain words$/m)[1]?.split(/^## /m)[0] ?? '';
  return { terms: inBackticks(columns.join(' ')), plain: inBackticks(plain) };
}

function inBackticks(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word.toLowerCase()));
}

if (import.meta.main) runGuard('glossary', glossary);
