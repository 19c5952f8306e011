import type { EpisodeInfo } from '../../core/index.ts';
import type { Grade, Grader } from '../grader.ts';
import type { SuiteTask } from '../suite-task.ts';
import { unreadIn } from '../tasks/check-expectations.ts';

interface Judged {
  readonly graders: readonly Grader[];
  /** One grade of each grader, in the same order. */
  readonly grades: readonly Grade[];
  readonly task: SuiteTask;
  readonly info: EpisodeInfo;
}

/** Grades that fail a trial in which no grader looked at what matters. */
export function vacuousGrades({ graders, grades, task, info }: Judged): Grade[] {
  const failing = (name: string, details: Grade['details']): Grade[] => [
    { name, passed: false, score: 0, details },
  ];
  const unread = unreadIn(task, graders);
  const isAnswered =
    info.terminated_reason === 'final_answer' || isOneReplyEnough(graders, grades, task);
  const reason = 'the agent gave no final answer';
  return [
    ...(isAnswered ? [] : failing('FinalAnswer', { reason, ended_by: info.terminated_reason })),
    ...(unread.length === 0 ? [] : failing('Expectations', { unread })),
    ...(grades.every(({ skipped }) => skipped)
      ? failing('Judged', { reason: 'no grader judged this trial: every one was skipped' })
      : []),
  ];
}

/** The task asks for the calls of a single reply, and a grader judged them. */
function isOneReplyEnough(
  graders: readonly Grader[],
  grades: readonly Grade[],
  task: SuiteTask,
): boolean {
  const isJudged = graders.some((grader, at) => grader.needsNoAnswer && !grades[at]?.skipped);
  return isJudged && task.limits?.max_steps === 1;
}
