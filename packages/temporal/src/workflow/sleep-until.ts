import {
  ActivityFailure,
  CancellationScope,
  isCancellation,
  sleep,
  TimeoutFailure,
} from '@temporalio/workflow';
import { createWorkerLossWatcher, type WatchWorker } from './activities.ts';

/** Sleeps until a time in milliseconds since the epoch, or until the scope is canceled. */
export async function sleepUntilOrCanceled(time: number): Promise<void> {
  try {
    await sleep(Math.max(1, time - Date.now()));
  } catch (failure) {
    if (!isCancellation(failure)) throw failure;
  }
}

/**
 * Sleeps until a time in milliseconds since the epoch, until a worker is lost, or until the scope is
 * canceled. Returns whether a worker was lost that an activity has watched.
 */
export async function sleepUntilOrWorkerLost(time: number, heartbeatMs: number): Promise<boolean> {
  const watchWorker = createWorkerLossWatcher(time - Date.now(), heartbeatMs);
  const both = new CancellationScope();
  return both.run(async () => {
    try {
      const slept = sleepUntilOrCanceled(time).then(() => false);
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
  slept: Promise<boolean>,
): Promise<boolean> {
  try {
    // A worker that stops normally ends this activity without an error; then another worker is watched.
    for (;;) await watchWorker();
  } catch (failure) {
    return isLostWorker(failure) || slept;
  }
}

const isLostWorker = (failure: unknown): boolean =>
  failure instanceof ActivityFailure &&
  failure.cause instanceof TimeoutFailure &&
  failure.cause.timeoutType === 'HEARTBEAT';
