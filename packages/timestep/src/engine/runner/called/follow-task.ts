import type { Task } from '#core';
import type { Clock, TaskStep } from '#engine/port';
import { createProgressReports } from '../effects/progress-reports.ts';
import { createTaskDescriber, type TaskActivity } from './describe-called-step.ts';

/**
 * Milliseconds to wait before the first read of a called task. A call that ends within this time is not read at all.
 */
const FOLLOW_AFTER_MS = 250;

/** A called task as it was read, and its later steps. */
export interface TaskReading {
  readonly task: Task;
  readonly steps: AsyncIterable<TaskStep>;
}

/**
 * Calls `show` with what a task does and why it makes no progress, until the task ends or the returned
 * function is called. `show(undefined)` means that the previous text no longer applies.
 */
export function reportTaskActivity(
  clock: Clock,
  open: (signal: AbortSignal) => Promise<TaskReading | undefined> | TaskReading,
  show: (activity: TaskActivity | undefined) => void,
): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const reports = createProgressReports<TaskActivity>(clock, show);
  const report = (activity: TaskActivity | undefined): void => {
    if (activity && !signal.aborted) reports.report(activity);
  };

  async function readSteps(): Promise<void> {
    const reading = await open(signal);
    if (!reading || signal.aborted) return;
    const describer = createTaskDescriber(reading.task);
    report(describer.describeNow());
    for await (const step of reading.steps) {
      report(describer.describeStep(step));
      const isNext = step.kind === 'event' && step.event.type === 'model.started';
      if (isNext && !signal.aborted) show(undefined);
    }
  }

  const callOff = clock.schedule(FOLLOW_AFTER_MS, () => {
    // Errors are ignored, because progress is optional; a report that still waits is outdated and dropped.
    readSteps()
      .catch(() => undefined)
      .finally(() => reports.end());
  });
  return () => {
    callOff();
    leaving.abort();
    reports.end();
  };
}
