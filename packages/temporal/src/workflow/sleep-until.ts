import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  sleep,
  TimeoutFailure,
} from '@temporalio/workflow';
import { getWorkerName } from '../task/worker-id.ts';
import { createWorkerLossWatcher, type WatchWorker } from './activities.ts';

/** Sleeps until a time in milliseconds since the epoch, or until the scope is canceled. */
export async function sleepUntilOrCanceled(time: number): Promise<void> {
  try {
    await sleep(Math.max(1, time - Date.now()));
  } catch (failure) {
    if (!isCancellation(failure)) throw failure;
  }
}

/** A worker that was lost while an activity watched it, and its short name, if it sent a heartbeat. */
export interface LostWorker {
  readonly process?: string;
}

/**
 * Sleeps until a time in milliseconds since the epoch, until a worker is lost, or until the scope is
 * canceled. Returns the lost worker, if an activity has watched it.
 */
export async function sleepUntilOrWorkerLost(
  time: number,
  heartbeatMs: number,
): Promise<LostWorker | undefined> {
  const watchWorker = createWorkerLossWatcher(time - Date.now(), heartbeatMs);
  const both = new CancellationScope();
  return both.run(async () => {
    try {
      const slept = sleepUntilOrCanceled(time).then(() => undefined);
      return await Promise.race([slept, waitForWorkerLoss(watchWorker, slept)]);
    } finally {
      both.cancel();
    }
  });
}

/**
 * Watches one worker after another until a worker is lost. If no worker can be watched, the result is that of
 * `slept`.
 */
async function waitForWorkerLoss(
  watchWorker: WatchWorker,
  slept: Promise<undefined>,
): Promise<LostWorker | undefined> {
  try {
    // A worker that stops normally ends this activity without an error; then another worker is watched.
    for (;;) await watchWorker();
  } catch (failure) {
    return findLostWorker(failure) ?? slept;
  }
}

/** Finds the watched worker whose missing heartbeats ended an activity. Undefined for other failures. */
export function findLostWorker(failure: unknown): LostWorker | undefined {
  const cause = failure instanceof ActivityFailure ? failure.cause : undefined;
  if (!(cause instanceof TimeoutFailure) || cause.timeoutType !== 'HEARTBEAT') return undefined;
  const { lastHeartbeatDetails: workerId } = cause;
  return typeof workerId === 'string' ? { process: getWorkerName(workerId) } : {};
}
