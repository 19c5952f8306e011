import { expect, it } from 'vitest';
import { isFinal, type Task } from '../core/index.ts';
import { functionEnvironment } from '../environment/index.ts';
import { servedAgentsOf, type ServedAgent } from '../port/index.ts';
import { acceptedBy } from './accepted-by.ts';
import { beginTask } from './begin-task.ts';
import { systemClock } from './clock.ts';
import { conduct } from './conduct.ts';
import type { RecordFailure } from './failure.ts';
import { newUuid } from './new-id.ts';
import { MemoryTaskLog } from './task-log.ts';

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
  const site = { agents: servedAgentsOf([served]), clock: systemClock, newId: newUuid };
  const log = new MemoryTaskLog(
    beginTask(site, submission, undefined).first,
    systemClock,
    ({ state, cancelRequested }) => {
      if (state === 'input-required' && !cancelRequested) log.append({ type: 'cancel.requested' });
    },
  );
  for (const event of acceptedBy(log.task, submission)) log.append(event);
  return { served, log };
}

it('ends what goes on elsewhere, then the task, when it is canceled between two steps of its drive', async () => {
  const abandoned: Task[] = [];
  const { served, log } = canceledWhileAsking(async (task) => void abandoned.push(task));
  await conduct(log, served, systemClock).done;
  expect(abandoned.map(isFinal)).toEqual([false]);
  expect(log.task.state).toBe('canceled');
});

it('ends the task also where what goes on elsewhere cannot be ended, and reports why', async () => {
  const told: unknown[] = [];
  const tell: RecordFailure = (thrown, code) => {
    told.push(thrown);
    return { code, message: 'failed' };
  };
  const away = new Error('the peer is away');
  const { served, log } = canceledWhileAsking(() => Promise.reject(away));
  await conduct(log, served, systemClock, { tell }).done;
  expect(log.task.state).toBe('canceled');
  expect(told).toEqual([away]);
});
