import { isCancellation, patched, sleep, type CancellationScope } from '@temporalio/workflow';
import {
  applyNext,
  buildRecoveryEvents,
  computeRetryPause,
  countRunningLosses,
  type ProcessExit,
  type Task,
  type TaskEvent,
} from '@timestep-ai/timestep/core';
import type { WorkflowLog } from './workflow-log.ts';

/**
 * Names of patches: workflows that started before a patch keep the former behavior when replayed.
 */
const PAUSES_PATCH = 'pauses-after-losses';
const BLAME_PATCH = 'blame-by-evidence';

/** An effect (model or tool call) that was lost because its worker died. */
export interface Loss {
  readonly exit: ProcessExit;
  /** The event that will record the end of the attempt, if there will be such an event. */
  readonly cut: TaskEvent | undefined;
}

/**
 * Records that a worker was lost, and waits longer after each consecutive loss. If the task's own
 * work ended its workers, the task is parked as soon as `loss.cut` is recorded.
 */
export async function recoverFromLoss(
  log: WorkflowLog,
  scope: CancellationScope,
  loss: Loss,
  crashLimit: number | undefined,
): Promise<void> {
  // Several calls may be lost with one worker; only the first records the loss.
  const isKnown = log.task.isHeld || log.task.parked;
  if (patched(BLAME_PATCH)) {
    if (!isKnown) recordLoss(log, loss, crashLimit);
  } else if (patched(PAUSES_PATCH)) {
    if (!log.task.isHeld) log.addEvent(buildLossEvent(log.task, Date.now()), Date.now());
  } else {
    log.addEvent({ type: 'task.resumed' }, Date.now());
    return;
  }
  const { heldUntil } = log.task;
  if (heldUntil === undefined) return;
  await scope.run(() => sleepUntil(heldUntil));
  if (log.task.isHeld) log.addEvent({ type: 'task.resumed' }, Date.now());
}

function recordLoss(log: WorkflowLog, { exit, cut }: Loss, crashLimit: number | undefined): void {
  const settings = { now: Date.now(), random: Math.random(), ...(crashLimit && { crashLimit }) };
  for (const event of buildRecoveryEvents(log.task, exit, settings)) {
    if (event.type === 'task.resumed') log.addEvent(event, settings.now);
    if (event.type !== 'task.parked') continue;
    if (cut) log.planAppend(cut, { next: event });
    else log.addEvent(event, settings.now);
  }
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
