import { exportedNames } from '../source/exported-names.ts';
import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

const PAGE = 'design/glossary.md';
const TERMS_AT_MOST = 90;

/**
 * Holds the glossary to the terms that readers need: each is a word of a public declaration, stands there once, and there are
 * not more than a reader can learn.
 */
export function glossary(files: readonly SourceFile[]): Verdict {
  const terms = termsIn(files.find(({ path }) => path === PAGE)?.text ?? '');
  const names = exportedNames(files);
  const words = new Set(names.flatMap(({ declaration }) => splitNames(declaration)));
  const problems = terms
    .filter((term) => !words.has(term) && !words.has(`${term}s`))
    .map((term) => `${PAGE}: no public declaration has the word "${term}"`);
  for (const term of terms.filter((one, index) => terms.indexOf(one) !== index)) {
    problems.push(`${PAGE}: "${term}" stands there twice`);
  }
  if (terms.length > TERMS_AT_MOST) {
    problems.push(`${PAGE} has ${terms.length} terms, more than ${TERMS_AT_MOST}`);
  }
  if (terms.length === 0) problems.push(`no terms found in ${PAGE}`);
  if (names.length === 0) problems.push('no public names found');
  return { summary: `${names.length} public names, ${terms.length} terms`, problems };
}

/** Splits the names of a declaration into words: `SqlDatabase` and `NEVER_DUE` have two each. */
function splitNames(declaration: string): string[] {
  return declaration
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.toLowerCase());
}

/** Lists the first columns of the tables before the section about how names are made. */
function termsIn(page: string): string[] {
  const [terms = ''] = page.split(/^## How names are made$/m);
  return [...terms.matchAll(/^\| `([^`]+)`/gm)].map(([, term = '']) => term);
}

if (import.meta.main) runGuard('glossary', glossary);
