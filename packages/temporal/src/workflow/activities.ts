import { proxyActivities, type ActivityInterfaceFor } from '@temporalio/workflow';
import type { TaskActivities } from '../task/task-record.ts';

/** Pauses before an activity is retried: 1 s, doubled each time, at most 10 s. */
const PAUSES = { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '10s' } as const;

/** Extra milliseconds for writing to the store after the time limit of the task. */
const GRACE_MS = 60_000;

type WriteActivityMethods = Pick<TaskActivities, 'record' | 'closeTask' | 'lookAtAwaited'>;

export type WriteActivities = ActivityInterfaceFor<WriteActivityMethods>;

/**
 * Creates activities that write records to the store, which ignores records that it already has.
 */
export function createWriteActivityProxies(heartbeatMs: number): WriteActivities {
  return proxyActivities<WriteActivityMethods>({
    startToCloseTimeout: GRACE_MS,
    heartbeatTimeout: heartbeatMs,
    // A write is retried until it succeeds, because everything that the task has done must be stored.
    retry: PAUSES,
  });
}

export type EffectActivities = ActivityInterfaceFor<
  Pick<TaskActivities, 'loadPrompt' | 'selectContext' | 'callModel' | 'callTool'>
>;

/** Creates activities for an effect. `summary` is shown in Temporal's user interface. */
export function createEffectActivities(
  remainingMs: number,
  heartbeatMs: number,
  summary: string,
): EffectActivities {
  return proxyActivities<
    Pick<TaskActivities, 'loadPrompt' | 'selectContext' | 'callModel' | 'callTool'>
  >({
    startToCloseTimeout: remainingMs + GRACE_MS,
    heartbeatTimeout: heartbeatMs,
    cancellationType: 'TRY_CANCEL',
    // Further attempts only look for an outcome that the first one stored, but may also lose their worker.
    retry: { ...PAUSES, maximumAttempts: 3 },
    summary,
  });
}

export type WatchWorker = ActivityInterfaceFor<Pick<TaskActivities, 'watchWorker'>>['watchWorker'];

/** Creates the activity that fails if its worker is lost within `longestMs`. */
export function createWorkerLossWatcher(longestMs: number, heartbeatMs: number): WatchWorker {
  const { watchWorker } = proxyActivities<Pick<TaskActivities, 'watchWorker'>>({
    startToCloseTimeout: longestMs + GRACE_MS,
    heartbeatTimeout: heartbeatMs,
    cancellationType: 'TRY_CANCEL',
    retry: { maximumAttempts: 1 },
    summary: 'pause after a loss',
  });
  return watchWorker;
}
