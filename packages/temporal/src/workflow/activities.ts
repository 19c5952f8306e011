import { proxyActivities, type ActivityInterfaceFor } from '@temporalio/workflow';
import type { TaskActivities } from '../task/task-record.ts';

/** For what is done with the store, and beyond a task's own time for what an effect does after it. */
const GRACE_MS = 60_000;

export type WritingActivities = ActivityInterfaceFor<Pick<TaskActivities, 'record' | 'closeTask'>>;

/** What is written is written again until it is: the store knows what it has. */
export function writingActivities(heartbeatMs: number): WritingActivities {
  return proxyActivities<Pick<TaskActivities, 'record' | 'closeTask'>>({
    startToCloseTimeout: GRACE_MS,
    heartbeatTimeout: heartbeatMs,
    retry: { initialInterval: 200, maximumInterval: 5000 },
  });
}

export type EffectActivities = ActivityInterfaceFor<
  Pick<TaskActivities, 'loadPrompt' | 'callModel' | 'callTool'>
>;

/** An effect in the time that is left to its task; what stands beside it where people watch. */
export function effectActivities(
  remainingMs: number,
  heartbeatMs: number,
  summary: string,
): EffectActivities {
  return proxyActivities<Pick<TaskActivities, 'loadPrompt' | 'callModel' | 'callTool'>>({
    startToCloseTimeout: remainingMs + GRACE_MS,
    heartbeatTimeout: heartbeatMs,
    cancellationType: 'TRY_CANCEL',
    // The second try only asks whether the first has left an outcome behind.
    retry: { maximumAttempts: 2, initialInterval: 100 },
    summary,
  });
}
