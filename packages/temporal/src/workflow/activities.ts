import { proxyActivities, type ActivityInterfaceFor } from '@temporalio/workflow';
import type { TaskActivities } from '../task/task-record.ts';

/** Pauses before an activity is tried again: 1 s, then twice as long each time, at most 10 s. */
const PAUSES = { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '10s' } as const;

/** Milliseconds for work on the store after the task's own time limit. */
const GRACE_MS = 60_000;

type WriteActivityMethods = Pick<TaskActivities, 'record' | 'closeTask' | 'lookAtAwaited'>;

export type WriteActivities = ActivityInterfaceFor<WriteActivityMethods>;

/** Creates activities that write to the store, which ignores records that it already has. */
export function createWriteActivities(heartbeatMs: number): WriteActivities {
  return proxyActivities<WriteActivityMethods>({
    startToCloseTimeout: GRACE_MS,
    heartbeatTimeout: heartbeatMs,
    // A write is tried until it succeeds, because what the task has done must reach the store.
    retry: PAUSES,
  });
}

export type EffectActivities = ActivityInterfaceFor<
  Pick<TaskActivities, 'loadPrompt' | 'selectContext' | 'callModel' | 'callTool'>
>;

/** Creates activities of an effect. `summary` is shown in Temporal's user interface. */
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
    // Later attempts only check whether the first one has stored an outcome; they may be lost too.
    retry: { ...PAUSES, maximumAttempts: 3 },
    summary,
  });
}
