import { accept, type Submission, type Task, type TaskEvent } from '../core/index.ts';
import { RunnerError } from '../port/index.ts';

/**
 * The events that a submission adds to a task. Throws `RunnerError` where the task refuses the
 * submission.
 */
export function acceptedBy(task: Task, submission: Submission): readonly TaskEvent[] {
  const acceptance = accept(task, submission);
  if (acceptance.accepted) return acceptance.events;
  throw new RunnerError(acceptance.refusal.code, acceptance.refusal.message);
}
