import { expect, it } from 'vitest';
import { readTree } from '../source/source-tree.ts';
import { moduleState } from './module-state.ts';

const KNOWN = readTree('scripts/fixtures/module-state');
const COUNTER = 'packages/timestep/src/engine/counter.ts';

it('rejects variables, collections and buffers of a module', () => {
  const text = `${COUNTER} holds state in the module: pass it as an argument instead of`;
  expect(moduleState(KNOWN, []).problems).toEqual([
    `${text} "let used"`,
    `${text} "const seen = new Map<string, number>()"`,
    `${text} "export const buffer = Buffer.alloc"`,
  ]);
});

it('accepts a listed file, and reports an exception that is no longer needed', () => {
  expect(moduleState(KNOWN, ['engine/counter.ts']).problems).toEqual([]);
  expect(moduleState(KNOWN, ['engine/counter.ts', 'a/b.ts']).problems).toEqual([
    'a/b.ts holds no state: remove it from scripts/guards/module-state.ts',
  ]);
});

it('reports an exception that AGENTS.md does not list', () => {
  const agents = { path: 'AGENTS.md', text: 'No state in modules.' };
  expect(moduleState([...KNOWN, agents], ['engine/counter.ts']).problems).toEqual([
    'AGENTS.md does not list engine/counter.ts among the files with state',
  ]);
});

it('leaves tests alone, and does not pass for want of code', () => {
  const tests = KNOWN.map(({ path, text }) => ({ path: path.replace('.ts', '.test.ts'), text }));
  expect(moduleState(tests, []).problems).toEqual(['nothing to check']);
});
