import {
  hasTaskEnded,
  isInputRequired,
  buildMissingTaskOutcome,
  buildTaskOutcome,
  type Task,
  type TaskOutcome,
} from '@timestep-ai/timestep/core';
import type { TaskStore } from '../store/task-store.ts';
import { contentNames } from '../task/content-key.ts';
import { eventToOutline } from '../task/outline.ts';
import type { AwaitedTaskResult, AwaitedTaskInput } from '../task/task-record.ts';

/** Stores the result of an awaited task and returns its outline. Returns no event if the task still runs. */
export async function storeAwaitedResultIfSettled(
  store: TaskStore,
  input: AwaitedTaskInput,
): Promise<AwaitedTaskResult> {
  const { taskId, key, callId } = input;
  const name = contentNames.outcome(key);
  // A lost worker may already have stored the result.
  const before = await store.content(taskId, name);
  if (before?.kind === 'event') return { event: eventToOutline(before.event) };
  const outcome = await findAwaitedOutcome(store, input);
  if (!outcome) return {};
  const event = { type: 'call.resumed', callId, outcome } as const;
  const state = 'working';
  await store.storeOutcome({ taskId, records: [], state }, name, { kind: 'event', event });
  return { event: eventToOutline(event) };
}

async function findAwaitedOutcome(
  store: TaskStore,
  input: AwaitedTaskInput,
): Promise<TaskOutcome | undefined> {
  const { taskId, awaitedId, principal, isGone, isLate } = input;
  const awaited = awaitedId === taskId ? undefined : await store.load(awaitedId);
  if (awaited?.origin.principal !== principal) return buildMissingTaskOutcome(awaitedId);
  if (await isEndedOrWaitingForInput(store, awaited)) return buildTaskOutcome(awaited);
  if (isLate) return buildTaskOutcome(awaited, { timed_out: true });
  return isGone ? buildMissingTaskOutcome(awaitedId) : undefined;
}

async function isEndedOrWaitingForInput(store: TaskStore, task: Task): Promise<boolean> {
  if (hasTaskEnded(task)) return true;
  const progress = isInputRequired(task) ? await store.progress(task.id) : undefined;
  return progress?.isAwaited === false;
}
