import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { Submission } from '#core';
import { toServedAgents } from '#engine/port';
import { createNewTask } from '../new-task.ts';
import { createMemoryTasks, type MemoryTask, type MemoryTasks } from './memory-tasks.ts';
import { MemoryTaskLog } from '../log/task-log.ts';

const SERVED = {
  name: 'a',
  agent: () => ({ role: 'assistant', content: '' }) as const,
  toolSite: 'server',
  limits: { max_steps: 1, time_limit_s: 1 },
  environment: () => Promise.reject(new Error('not asked')),
} as const;

function submissionOf(messageId: string, principal = 'p'): Submission {
  const message = { role: 'user', content: 'hello' } as const;
  return { agent: 'a', principal, contextId: 'c', messageId, message };
}

/** Keeps a task that a message begins, and ends it; `shown` is output that readers were shown meanwhile. */
function ended(
  tasks: MemoryTasks,
  id: string,
  state: 'completed' | 'failed',
  shown?: string,
): MemoryTask {
  const submission = submissionOf(`m ${id}`);
  const site = { agents: toServedAgents([SERVED]), clock: { now: () => 0 }, newId: () => id };
  const { first } = createNewTask(site, submission, undefined);
  const log = new MemoryTaskLog(first, { now: () => 0 });
  const kept: MemoryTask = { log, lastAccepted: undefined, run: undefined, isDetached: false };
  tasks.store(kept, submission);
  if (shown !== undefined) log.show(1, 1, { type: 'text', text: shown });
  log.append({ type: 'task.finished', state, reason: 'final_answer' });
  tasks.recordEnd(log);
  return kept;
}

it('finds a task by its message, for the principal that sent it', () => {
  const tasks = createMemoryTasks(10);
  ended(tasks, 't1', 'completed');
  expect(tasks.findAccepted(submissionOf('m t1'))?.memoryTask.log.task.id).toBe('t1');
  expect(tasks.findAccepted(submissionOf('m t1', 'q'))).toBeUndefined();
});

it('continues the newest task of a conversation that was completed', () => {
  const tasks = createMemoryTasks(10);
  const completed = ended(tasks, 't1', 'completed');
  ended(tasks, 't2', 'failed');
  expect(tasks.findLatestCompleted(submissionOf('m3'))).toBe(completed.log.task);
  expect(tasks.findLatestCompleted(submissionOf('m3', 'q'))).toBeUndefined();
});

it('forgets the oldest that have ended, with all that leads to them', () => {
  const tasks = createMemoryTasks(1);
  ended(tasks, 't1', 'completed');
  ended(tasks, 't2', 'failed');
  expect(tasks.all().map(({ log }) => log.task.id)).toEqual(['t2']);
  expect(tasks.findAccepted(submissionOf('m t1'))).toBeUndefined();
  expect(tasks.findLatestCompleted(submissionOf('m3'))).toBeUndefined();
});

it('keeps what the last hundred tasks have shown, whatever ended between them', () => {
  const tasks = createMemoryTasks(1_000);
  const first = ended(tasks, 'first', 'completed', 'words');
  for (let count = 1; count < 100; count += 1) {
    ended(tasks, `shown ${count}`, 'completed', 'words');
    ended(tasks, `silent ${count}`, 'completed');
  }
  expect(first.log.hasShown).toBe(true);
  const last = ended(tasks, 'last', 'completed', 'words');
  expect([first.log.hasShown, last.log.hasShown]).toEqual([false, true]);
});

it('holds nothing of a task that is erased', async () => {
  const tasks = createMemoryTasks(10);
  const erased = new WeakRef(ended(tasks, 't1', 'completed'));
  ended(tasks, 't2', 'completed');
  tasks.remove('t1');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // A weak reference holds its target until the turn in which it was made has ended.
  await new Promise(setImmediate);
  collect();
  expect(erased.deref()).toBeUndefined();
});
