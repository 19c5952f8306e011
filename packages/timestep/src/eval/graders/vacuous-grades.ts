import type { Grade, Grader, TrialEvidence } from '../grader.ts';
import type { SuiteTask } from '../suite-task.ts';
import { describeUngradedExpectations } from '../tasks/check-expectations.ts';

/**
 * Returns failing grades for a trial without a final answer, with an expected field that no grader reads,
 * or that no grader judged.
 */
export function createMissingCheckFailures(
  graders: readonly Grader[],
  grades: readonly Grade[],
  { task, info }: Pick<TrialEvidence, 'task' | 'info'>,
): Grade[] {
  const failing = (name: string, details: Grade['details']): Grade[] => [
    { name, passed: false, score: 0, details },
  ];
  const unread = describeUngradedExpectations(task, graders);
  const isAnswered =
    info.terminated_reason === 'final_answer' || isOneReplyEnough(graders, grades, task);
  const reason = 'the agent gave no final answer';
  return [
    ...(isAnswered ? [] : failing('FinalAnswer', { reason, ended_by: info.terminated_reason })),
    ...(unread.length === 0 ? [] : failing('Expectations', { unread })),
    ...(grades.every(({ skipped }) => skipped)
      ? failing('Judged', { reason: 'no grader judged this trial, because all graders skipped it' })
      : []),
  ];
}

/** Whether the task asks only for the tool calls of a single reply, and a grader has judged these calls. */
function isOneReplyEnough(
  graders: readonly Grader[],
  grades: readonly Grade[],
  task: SuiteTask,
): boolean {
  const isJudged = graders.some((grader, at) => grader.needsNoAnswer && !grades[at]?.skipped);
  return isJudged && task.limits?.max_steps === 1;
}
