import { proxyActivities, type ActivityInterfaceFor } from '@temporalio/workflow';
import type { TaskActivities } from '../task/task-record.ts';

/**
 * The time for work on the store, and the time that an effect has for it after the task's own time.
 */
const GRACE_MS = 60_000;

type Writing = Pick<TaskActivities, 'record' | 'closeTask' | 'lookAtAwaited'>;

export type WritingActivities = ActivityInterfaceFor<Writing>;

/** A write is repeated until it succeeds; the store ignores records that it has. */
export function writingActivities(heartbeatMs: number): WritingActivities {
  return proxyActivities<Writing>({
    startToCloseTimeout: GRACE_MS,
    heartbeatTimeout: heartbeatMs,
    retry: { initialInterval: 200, maximumInterval: 5000 },
  });
}

export type EffectActivities = ActivityInterfaceFor<
  Pick<TaskActivities, 'loadPrompt' | 'selectContext' | 'callModel' | 'callTool'>
>;

/**
 * Activities for an effect, within the time that its task has left; `summary` is shown in
 * Temporal's user interface.
 */
export function effectActivities(
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
    // The second attempt only checks whether the first one has left an outcome.
    retry: { maximumAttempts: 2, initialInterval: 100 },
    summary,
  });
}
