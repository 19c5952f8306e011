import { expect, it } from 'vitest';
import { onePipeline } from './one-pipeline.ts';
import { readTree } from './source-tree.ts';

const SECOND = 'packages/timestep/src/protocols/mcp/serve/second-way.ts';

it('refuses a second way to call a tool, step by step', () => {
  const { problems } = onePipeline(readTree('scripts/fixtures/one-pipeline'));
  expect(problems.map((problem) => problem.split(':')[0])).toEqual([
    `${SECOND} runs the function of a tool`,
    `${SECOND} checks the arguments of a tool`,
    `${SECOND} words the question whether a call over MCP may be made`,
  ]);
});

it('leaves tests alone', () => {
  const known = readTree('scripts/fixtures/one-pipeline').map(({ path, text }) => ({
    path: path === SECOND ? SECOND.replace('.ts', '.test.ts') : path,
    text,
  }));
  expect(onePipeline(known).problems).toEqual([]);
});

it('does not pass for want of code', () => {
  expect(onePipeline([]).problems).toHaveLength(6);
});
