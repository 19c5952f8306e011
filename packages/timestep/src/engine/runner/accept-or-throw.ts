import { acceptSubmission, type Submission, type Task, type TaskEvent } from '#core';
import { RunnerError } from '#engine/port';

/** Returns the events that record a submission. Throws `RunnerError` if the task refuses it. */
export function acceptOrThrow(task: Task, submission: Submission): readonly TaskEvent[] {
  const acceptance = acceptSubmission(task, submission);
  if (acceptance.accepted) return acceptance.events;
  throw new RunnerError(acceptance.refusal.code, acceptance.refusal.message);
}
