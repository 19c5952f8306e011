import { isSettled } from '#core';
import type { Clock, OwnTask } from '#engine/port';
import { reportTaskActivity, type TaskActivity } from '#engine/runner';
import type { ToolCallContext } from '#protocols/mcp';
import { withHeartbeat } from './heartbeat.ts';

/**
 * Sends what a task does, and why it makes no progress, as the progress of a call while `work`
 * runs. Repeats the newest text in silence. Reads nothing for callers that receive no progress.
 */
export async function withTaskProgress<T>(
  context: Pick<ToolCallContext, 'progress' | 'receivesProgress'>,
  clock: Clock,
  own: OwnTask,
  work: () => Promise<T>,
): Promise<T> {
  const { task } = own;
  if (!context.receivesProgress || isSettled(task)) return work();
  let newest: string | undefined;
  const message = (): string => newest ?? `${task.origin.agent} is working`;
  return withHeartbeat(context, { clock, message }, (beat) => {
    const show = (activity: TaskActivity | undefined): void => {
      newest = activity?.text;
      if (activity) beat(activity.text);
    };
    return withFollower(clock, own, show, work);
  });
}

/** Calls `show` with what a task does, and why it makes no progress, while `work` runs. */
export async function withFollower<T>(
  clock: Clock,
  own: OwnTask,
  show: (activity: TaskActivity | undefined) => void,
  work: () => Promise<T>,
): Promise<T> {
  const { task } = own;
  if (isSettled(task)) return work();
  const open = (signal: AbortSignal) => ({ task, steps: own.subscribe(task, signal) });
  return work().finally(reportTaskActivity(clock, open, show));
}
