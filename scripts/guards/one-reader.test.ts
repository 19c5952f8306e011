import { expect, it } from 'vitest';
import { oneReader } from './one-reader.ts';
import { readTree } from '../source/source-tree.ts';

const KNOWN = readTree('scripts/fixtures/one-reader');
const SECOND = 'packages/timestep/src/protocols/agui/read/read-text.ts';

it('rejects a second reader of fields', () => {
  expect(oneReader(KNOWN, []).problems).toEqual([
    `${SECOND} checks the type of a field: use the functions of core/fields.ts`,
  ]);
});

it('reports an exception that is no longer needed', () => {
  expect(oneReader(KNOWN, ['read/read-text.ts', 'a/b.ts']).problems).toEqual([
    'a/b.ts no longer checks types of fields: remove it from scripts/guards/one-reader.ts',
  ]);
});

it('leaves tests alone', () => {
  const tests = KNOWN.map(({ path, text }) => ({
    path: path.replace('text.ts', 'text.test.ts'),
    text,
  }));
  expect(oneReader(tests, []).problems).toEqual([]);
});

it('does not pass for want of code', () => {
  expect(oneReader([], []).problems).toEqual(['core/fields.ts is missing: fix this guard']);
});
