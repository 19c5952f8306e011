import { isCancellation, patched, sleep, type CancellationScope } from '@temporalio/workflow';
import {
  applyNext,
  computeRetryPause,
  countRunningLosses,
  type Task,
  type TaskEvent,
} from '@timestep-ai/timestep/core';
import type { WorkflowLog } from './workflow-log.ts';

/** Names a rule that earlier workflows do not follow. */
const PAUSES_PATCH = 'pauses-after-losses';

/** Records that a worker was lost, and waits the longer the more often that happened in a row. */
export async function pauseAfterLoss(log: WorkflowLog, scope: CancellationScope): Promise<void> {
  if (!patched(PAUSES_PATCH)) {
    log.addEvent({ type: 'task.resumed' }, Date.now());
    return;
  }
  // Several calls may be lost with the same worker.
  if (!log.task.isHeld) log.addEvent(buildLossEvent(log.task, Date.now()), Date.now());
  const { heldUntil } = log.task;
  if (heldUntil === undefined) return;
  await scope.run(() => sleepUntil(heldUntil));
  if (log.task.isHeld) log.addEvent({ type: 'task.resumed' }, Date.now());
}

function buildLossEvent(task: Task, now: number): TaskEvent {
  const lost = { type: 'task.resumed', afterCrash: true } as const;
  const losses = countRunningLosses(applyNext(task, lost, now));
  const pauseMs = computeRetryPause(losses, Math.random());
  return pauseMs === 0 ? lost : { ...lost, isHeld: true, notBefore: now + pauseMs };
}

/** Sleeps until a time in milliseconds since the epoch, or until the scope is canceled. */
export async function sleepUntil(time: number): Promise<void> {
  try {
    await sleep(Math.max(1, time - Date.now()));
  } catch (failure) {
    if (!isCancellation(failure)) throw failure;
  }
}
