import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { functionEnvironment } from '#engine/tools';
import { finalContains } from '../graders/text-graders.ts';
import { report } from '../report/read-run.ts';
import type { MakeEnvironment, TrialEnvironment } from '../trial.ts';
import { readResults } from './results-file.ts';
import { runSuite } from './run-suite.ts';

const tools = functionEnvironment({});
const fine: TrialEnvironment = { tools };

const CASES: readonly (readonly [string, () => TrialEnvironment, string])[] = [
  [
    'cannot be created',
    () => {
      throw new Error('no room');
    },
    'the environment cannot be created: no room',
  ],
  [
    'tells no outcome',
    () => ({ tools, outcome: () => Promise.reject(new Error('no state')) }),
    'the environment does not report its outcome: no state',
  ],
  [
    'cannot be closed',
    () => ({ tools, close: () => Promise.reject(new Error('stuck')) }),
    'the environment cannot be closed: stuck',
  ],
];

it.each(CASES)('an environment that %s breaks its trial alone', async (_, breaking, error) => {
  const outdir = mkdtempSync(join(tmpdir(), 'timestep-eval-'));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  const environment: MakeEnvironment = (task) => (task.id === 'two' ? breaking() : fine);
  const run = await runSuite({
    tasks: ['one', 'two', 'three'].map((id) => ({
      id,
      messages: [{ role: 'user', content: id }] as const,
    })),
    outdir,
    agent: () => ({ role: 'assistant', content: 'sun' }),
    tools: environment,
    graders: [finalContains({ text: 'sun' })],
    trials: 1,
    concurrency: 1,
  });
  expect(run).toMatchObject({ ran: 3, isComplete: true });
  const rows = [...readResults(join(outdir, 'results.jsonl'))];
  expect(rows.map(({ task_id, verdict }) => [task_id, verdict])).toEqual([
    ['one', 'passed'],
    ['two', 'error'],
    ['three', 'passed'],
  ]);
  expect(rows[1]).toMatchObject({ error, broken_by: 'environment', passed: false, score: 0 });
  expect(rows[1]?.messages?.[0]).toEqual({ role: 'user', content: 'two' });
  const [worst] = report(outdir).tasks;
  expect(worst).toMatchObject({
    task_id: 'two',
    failing: [{ name: 'environment', reason: error }],
  });
});

it('says both where the agent breaks and the environment cannot be closed', async () => {
  const outdir = mkdtempSync(join(tmpdir(), 'timestep-eval-'));
  onTestFinished(() => rmSync(outdir, { recursive: true }));
  await runSuite({
    tasks: [{ id: 'one', messages: [{ role: 'user', content: 'x' }] }],
    outdir,
    agent: () => Promise.reject(new Error('no line')),
    tools: () => ({ tools, close: () => Promise.reject(new Error('stuck')) }),
    graders: [finalContains({ text: 'sun' })],
    trials: 1,
  });
  const [row] = readResults(join(outdir, 'results.jsonl'));
  expect(row).toMatchObject({
    broken_by: 'agent',
    error: 'no line; the environment cannot be closed: stuck',
  });
});
