import { expect, it } from 'vitest';
import type { Task, TaskEvent } from '#core';
import { describeTaskWait, type Runner } from '#engine/port';
import { asking, createTask } from './called-tasks.fixture.ts';
import { withWaitReasons } from './with-wait-reasons.ts';

const away: readonly TaskEvent[] = [
  { type: 'model.started', step: 1, attempt: 1 },
  {
    type: 'model.failed',
    step: 1,
    attempt: 1,
    error: { code: 'unreachable', message: 'cannot reach 127.0.0.1:1' },
    retryAt: 60_000,
  },
];

function createRunner(...tasks: readonly Task[]): Runner {
  const get = async (id: string) => tasks.find((task) => task.id === id);
  const list = async () => ({ tasks, total: tasks.length });
  return withWaitReasons({ get, list, waitUntilSettled: get } as unknown as Runner);
}

const REASON =
  'waiting for agent weather: cannot reach 127.0.0.1:1; the next call is at 1970-01-01T00:01:00.000Z';

it('says why the task makes no progress that a call waits for, also through another one', async () => {
  const runner = createRunner(
    createTask('front', 'front', asking('middle')),
    createTask('middle', 'planner', asking('child')),
    createTask('child', 'weather', away),
  );
  const read = await Promise.all(['front', 'middle'].map((id) => runner.get(id)));
  expect(read.map((task) => task && describeTaskWait(task))).toEqual([REASON, REASON]);
  const waited = await runner.waitUntilSettled('front', AbortSignal.abort());
  expect(describeTaskWait(waited)).toBe(REASON);
  const { tasks } = await runner.list({ principal: 'p', pageSize: 10 });
  expect(tasks.map(describeTaskWait).slice(0, 2)).toEqual([REASON, REASON]);
});

it('leaves a task alone whose calls wait for one that works, is gone, or is itself', async () => {
  const working = createTask('child', 'weather', [{ type: 'model.started', step: 1, attempt: 1 }]);
  const parents = ['child', 'gone', 'own'].map((child) =>
    createTask(child === 'own' ? 'own' : `asks ${child}`, 'front', asking(child)),
  );
  const runner = createRunner(working, ...parents);
  for (const parent of parents) expect(await runner.get(parent.id)).toBe(parent);
});
