import { expect, it } from 'vitest';
import { hasTaskEnded, type Task } from '#core';
import { functionEnvironment } from '#engine/tools';
import { toServedAgents, type ServedAgent } from '#engine/port';
import { acceptOrThrow, createNewTask } from './new-task.ts';
import { systemClock } from './clock.ts';
import { runTask } from './run-task.ts';
import type { ToFailure } from './failure.ts';
import { createUuid } from './uuid.ts';
import { MemoryTaskLog } from './log/task-log.ts';

const environment = functionEnvironment({});

/** An agent that asks, and a log of its task in which the question is followed by a cancel. */
function canceledWhileAsking(abandon: NonNullable<ServedAgent['abandon']>) {
  const served: ServedAgent = {
    name: 'a',
    agent: () => ({ role: 'assistant', content: 'For whom?', expects_reply: true }),
    toolSite: 'server',
    limits: { max_steps: 3, time_limit_s: 60 },
    environment: () => environment,
    abandon,
  };
  const message = { role: 'user', content: 'book' } as const;
  const submission = { agent: 'a', principal: '', messageId: 'm', message };
  const site = { agents: toServedAgents([served]), clock: systemClock, newId: createUuid };
  const log = new MemoryTaskLog(
    createNewTask(site, submission, undefined).first,
    systemClock,
    ({ task: { state, cancelRequested } }) => {
      if (state === 'input-required' && !cancelRequested) log.append({ type: 'cancel.requested' });
    },
  );
  for (const event of acceptOrThrow(log.task, submission)) log.append(event);
  return { served, log };
}

it('ends what goes on elsewhere, then the task, when it is canceled between two steps of its drive', async () => {
  const abandoned: Task[] = [];
  const { served, log } = canceledWhileAsking(async (task) => void abandoned.push(task));
  await runTask(log, served, systemClock).done;
  expect(abandoned.map(hasTaskEnded)).toEqual([false]);
  expect(log.task.state).toBe('canceled');
});

it('ends the task also where what goes on elsewhere cannot be ended, and reports why', async () => {
  const told: unknown[] = [];
  const tell: ToFailure = (thrown, code) => {
    told.push(thrown);
    return { code, message: 'failed' };
  };
  const away = new Error('the peer is away');
  const { served, log } = canceledWhileAsking(() => Promise.reject(away));
  await runTask(log, served, systemClock, { reportFailure: tell }).done;
  expect(log.task.state).toBe('canceled');
  expect(told).toEqual([away]);
});
