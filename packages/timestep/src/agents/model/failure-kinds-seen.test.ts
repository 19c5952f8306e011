import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SEEN_KINDS } from './failure-kinds-seen.fixture.ts';

const ROOT = join(import.meta.dirname, '../../../../..');

/** Returns whether a file has a test whose title begins with a text. */
function hasTest(file: string, title: string): boolean {
  const source = readFileSync(join(ROOT, file), 'utf8');
  return [`'${title}`, `"${title}`].some((written) => source.includes(written));
}

it.each(SEEN_KINDS)('is held by the tests that it names: $kind', ({ siblings, tests }) => {
  expect(siblings.length).toBeGreaterThan(1);
  expect(tests.length).toBeGreaterThan(0);
  expect(tests.filter(([file, title]) => !hasTest(file, title))).toEqual([]);
});

it('does not find a test that does not exist', () => {
  const [[file] = ['']] = SEEN_KINDS[0]?.tests ?? [];
  expect(hasTest(file, 'no test has this title')).toBe(false);
});
