import { expect, it } from 'vitest';
import type { EvalTrial, ReportRun } from '@timestep-ai/timestep/view';
import { listTaskIds, readOutputs } from './read-outputs.ts';

function createRun(details: readonly (readonly number[])[], ...ids: readonly string[]): ReportRun {
  const trials = [{ trial: 1 }, { trial: 0 }];
  return { view: { tasks: ids.map((id) => ({ id, trials })) }, details } as unknown as ReportRun;
}

const BEFORE = createRun([[0, 1]], 'a');
const AFTER = createRun(
  [
    [2, 3],
    [4, 5],
  ],
  'b',
  'a',
);

const ANSWERS: readonly Partial<EvalTrial>[] = [
  {},
  { messages: [{ role: 'assistant', content: 'Before.' }] },
  {},
  { error: 'the model is away' },
  {},
  {
    messages: [
      { role: 'assistant', content: 'After.' },
      { role: 'user', content: 'Thanks.' },
    ],
  },
];

it('reads the answers of the first trial of each task, or why there is none', async () => {
  const read = async (number: number) => {
    return { trial: 0, verdict: 'passed', error: null, ...ANSWERS[number] } as EvalTrial;
  };
  const ids = listTaskIds(BEFORE, AFTER);
  expect(ids).toEqual(['b', 'a']);
  expect(await readOutputs([BEFORE, AFTER], ids, read)).toEqual([
    { taskId: 'b', after: { trial: 0, verdict: 'passed', text: 'the model is away' } },
    {
      taskId: 'a',
      before: { trial: 0, verdict: 'passed', text: 'Before.' },
      after: { trial: 0, verdict: 'passed', text: 'After.' },
    },
  ]);
});
