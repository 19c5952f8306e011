import { expect, it } from 'vitest';
import { CORE_VERSION, DEFAULT_LIMITS, foldTask, type Task, type TaskEvent } from '#core';
import { describeTaskWait, type Runner } from '#engine/port';
import { withDelays } from './with-delays.ts';

function createTask(taskId: string, agent: string, events: readonly TaskEvent[]): Task {
  const submitted: TaskEvent = {
    type: 'task.submitted',
    taskId,
    contextId: taskId,
    agent,
    principal: 'p',
    coreVersion: CORE_VERSION,
    toolSite: 'server',
    limits: DEFAULT_LIMITS,
    seed: 0,
    loadPrompt: false,
    history: [{ role: 'user', content: 'go' }],
    clientTools: [],
  };
  const log = [submitted, ...events].map((event, at) => ({ ...event, generation: at + 1, at }));
  const task = foldTask(log);
  if (!task) throw new Error('the log is empty');
  return task;
}

const asking = (childId: string): readonly TaskEvent[] => [
  { type: 'model.started', step: 1, attempt: 1 },
  {
    type: 'model.replied',
    step: 1,
    attempt: 1,
    message: {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'ask', arguments: '{}' } }],
    },
  },
  { type: 'tool.started', callId: 'c', attempt: 1 },
  { type: 'call.suspended', callId: 'c', awaits: { task_id: childId } },
];

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
  return withDelays({ get, list, waitUntilSettled: get } as unknown as Runner);
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
