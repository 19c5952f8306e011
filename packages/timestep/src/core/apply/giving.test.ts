import { expect, it } from 'vitest';
import { modelStep, submitted, taskOf, user } from '../journal.fixture.ts';
import type { Artifact } from '../message/message.ts';
import { taskToSnapshot, snapshotToTask } from '../task/snapshot.ts';
import { listArtifacts } from '../task/task.ts';

const draft: Artifact = { artifact_id: 'plan', parts: [{ type: 'text', text: 'one' }] };
const plan: Artifact = { artifact_id: 'plan', name: 'plan', parts: [{ type: 'data', data: [1] }] };
const chart: Artifact = { artifact_id: 'chart', parts: [{ type: 'text', text: '|' }] };

it('a task has what tools and the agent gave; the newest of one id counts', () => {
  const task = taskOf(
    submitted(),
    user('plan'),
    ...modelStep(1, [['a', 'plan']]),
    { type: 'tool.started', callId: 'a', attempt: 1 },
    { type: 'tool.returned', callId: 'a', content: 'made', artifacts: [draft, chart] },
    { type: 'model.started', step: 2, attempt: 1 },
    {
      type: 'model.replied',
      step: 2,
      attempt: 1,
      message: { role: 'assistant', content: 'here', artifacts: [plan] },
    },
  );
  expect(listArtifacts(task)).toEqual([chart, plan]);
  expect(snapshotToTask(taskToSnapshot(task))).toEqual(task);
});

it('a task that was given nothing has no artifacts', () => {
  const task = taskOf(submitted(), user('hi'), ...modelStep(1, 'hi'));
  expect(listArtifacts(task)).toEqual([]);
  expect('artifacts' in taskToSnapshot(task)).toBe(false);
});
