import { patched, type CancellationScope } from '@temporalio/workflow';
import {
  applyNext,
  buildRecoveryEvents,
  computeRetryPause,
  countRunningLosses,
  type RunnerExit,
  type Task,
  type TaskEvent,
} from '@timestep-ai/timestep/core';
import type { TaskSettings } from '../task/task-record.ts';
import { sleepUntilOrCanceled, sleepUntilOrWorkerLost, type LostWorker } from './sleep-until.ts';
import type { WorkflowLog } from './workflow-log.ts';

/**
 * Names of patches: workflows that started before a patch keep the former behavior when replayed.
 */
const PAUSES_PATCH = 'pauses-after-losses';
const BLAME_PATCH = 'blame-by-evidence';
const BYSTANDER_PATCH = 'bystanders-while-held';

/** An effect (model or tool call) that was lost because its worker died. */
export interface Loss {
  readonly exit: RunnerExit;
  /** Short name of the worker that found the loss. Undefined if it is unknown. */
  readonly heir?: string;
  /** The event that will record the end of the attempt, if there will be such an event. */
  readonly cut: TaskEvent | undefined;
}

/** Milliseconds up to which a pause is short: during a short pause, no worker is watched for its loss. */
const SHORT_PAUSE_MS = 5000;

/**
 * Creates the record that a worker was lost while the task waited and none of its work ran, so something else
 * ended the worker.
 */
function createLossWhileHeld({ process: lostProcess }: LostWorker): TaskEvent {
  const named = lostProcess !== undefined && { lostProcess };
  return { type: 'task.resumed', afterCrash: true, ...named, isBystander: true };
}

/**
 * Records that a worker was lost, and waits longer after each consecutive loss. If the task's own
 * work ended its workers, the task stops and asks its user whether to continue. The event
 * `loss.cut`, which records the interrupted call, comes first.
 */
export async function recordLossAndPause(
  log: WorkflowLog,
  scope: CancellationScope,
  loss: Loss,
  { crashLimit, heartbeatMs }: TaskSettings,
): Promise<void> {
  // Several calls may be lost with one worker; only the first records the loss.
  const isKnown = log.task.isHeld || log.task.parked;
  if (patched(BLAME_PATCH)) {
    if (!isKnown) recordLossAndMaybePark(log, loss, crashLimit);
  } else if (patched(PAUSES_PATCH)) {
    if (!log.task.isHeld)
      log.addEvent(buildResumedEventAfterLoss(log.task, Date.now()), Date.now());
  } else {
    log.addEvent({ type: 'task.resumed' }, Date.now());
    return;
  }
  const { heldUntil } = log.task;
  if (heldUntil === undefined) return;
  const isWatched = heldUntil - Date.now() > SHORT_PAUSE_MS && patched(BYSTANDER_PATCH);
  const lost = isWatched
    ? await scope.run(() => sleepUntilOrWorkerLost(heldUntil, heartbeatMs))
    : await scope.run(() => sleepUntilOrCanceled(heldUntil)).then(() => undefined);
  if (!log.task.isHeld) return;
  log.addEvent(lost ? createLossWhileHeld(lost) : { type: 'task.resumed' }, Date.now());
}

function recordLossAndMaybePark(
  log: WorkflowLog,
  { exit, heir, cut }: Loss,
  crashLimit: number | undefined,
): void {
  const settings = {
    now: Date.now(),
    random: Math.random(),
    ...(crashLimit && { crashLimit }),
    ...(heir !== undefined && { process: heir }),
  };
  for (const event of buildRecoveryEvents(log.task, exit, settings)) {
    if (event.type === 'task.resumed') log.addEvent(event, settings.now);
    if (event.type !== 'task.parked') continue;
    if (cut) log.planAppend(cut, { next: event });
    else log.addEvent(event, settings.now);
  }
}

function buildResumedEventAfterLoss(task: Task, now: number): TaskEvent {
  const lost = { type: 'task.resumed', afterCrash: true } as const;
  const losses = countRunningLosses(applyNext(task, lost, now));
  const pauseMs = computeRetryPause(losses, Math.random());
  return pauseMs === 0 ? lost : { ...lost, isHeld: true, notBefore: now + pauseMs };
}
