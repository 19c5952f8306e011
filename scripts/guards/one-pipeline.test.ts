import { expect, it } from 'vitest';
import { onePipeline } from './one-pipeline.ts';
import { readTree } from '../source/source-tree.ts';

const SECOND = 'packages/timestep/src/protocols/mcp/serve/second-way.ts';
const ROUTER = 'packages/timestep/src/serving/server/protocols/second-router.ts';

it('refuses a second way to call a tool and to route a request, step by step', () => {
  const { problems } = onePipeline(readTree('scripts/fixtures/one-pipeline'));
  expect(problems.map((problem) => problem.split(':')[0])).toEqual([
    `${SECOND} runs the function of a tool`,
    `${SECOND} checks the arguments of a tool`,
    `${SECOND} words a question for approval`,
    `${ROUTER} finds mounts by path`,
    `${ROUTER} finds the agent of a tenant`,
    `${ROUTER} answers another request than the one that came`,
    `${ROUTER} counts the requests of callers`,
  ]);
});

it('leaves tests alone', () => {
  const known = readTree('scripts/fixtures/one-pipeline').map(({ path, text }) => ({
    path: path === SECOND || path === ROUTER ? path.replace('.ts', '.test.ts') : path,
    text,
  }));
  expect(onePipeline(known).problems).toEqual([]);
});

it('does not pass for want of code', () => {
  expect(onePipeline([]).problems).toHaveLength(12);
});
