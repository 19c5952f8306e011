import {
  isFinal,
  isInterrupted,
  outcomeWithoutTask,
  outcomeOfTask,
  type Task,
  type TaskOutcome,
} from '@timestep-ai/timestep/core';
import type { TaskStore } from '../store/task-store.ts';
import { contentKey } from '../task/content-key.ts';
import { outlineOf } from '../task/outline.ts';
import type { Looked, WaitInput } from '../task/task-record.ts';

/**
 * Keeps what became of a task that a call waits for, and returns its outline; returns no event where that
 * task is under way.
 */
export async function lookAtAwaited(store: TaskStore, input: WaitInput): Promise<Looked> {
  const { taskId, key, callId } = input;
  const name = contentKey.outcome(key);
  // A worker that was lost may have looked already.
  const before = await store.content(taskId, name);
  if (before?.kind === 'event') return { event: outlineOf(before.event) };
  const outcome = await outcomeOf(store, input);
  if (!outcome) return {};
  const event = { type: 'call.resumed', callId, outcome } as const;
  const state = 'working';
  await store.keepOutcome({ taskId, records: [], state }, name, { kind: 'event', event });
  return { event: outlineOf(event) };
}

/** What became of the awaited task; `undefined` where it is under way. */
async function outcomeOf(store: TaskStore, input: WaitInput): Promise<TaskOutcome | undefined> {
  const { taskId, awaitedId, principal, isGone, isLate } = input;
  const awaited = awaitedId === taskId ? undefined : await store.load(awaitedId);
  if (awaited?.origin.principal !== principal) return outcomeWithoutTask(awaitedId);
  if (await isSettled(store, awaited)) return outcomeOfTask(awaited);
  if (isLate) return outcomeOfTask(awaited, { timed_out: true });
  return isGone ? outcomeWithoutTask(awaitedId) : undefined;
}

async function isSettled(store: TaskStore, task: Task): Promise<boolean> {
  if (isFinal(task)) return true;
  const progress = isInterrupted(task) ? await store.progress(task.id) : undefined;
  return progress?.isAwaited === false;
}
