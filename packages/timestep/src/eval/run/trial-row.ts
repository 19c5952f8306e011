import type { EpisodeInfo, Message } from '#core';
import type { TrialGrade } from '#protocols/trace';
import { getErrorMessage } from '../eval-error.ts';
import type { GradedTrial } from '../graders/grade-trial.ts';
import type { Grade } from '../grader.ts';
import type { TrialRow } from '../trial.ts';

export function buildTrialRow(
  { task_id, trial, seed, ...measured }: EpisodeInfo,
  { verdict, score, grades }: GradedTrial,
  startedAt: string,
  messages: readonly Message[],
): TrialRow {
  const broken_by = measured.terminated_reason === 'error' ? 'agent' : 'grader';
  return {
    task_id,
    trial,
    seed,
    verdict,
    passed: verdict === 'passed',
    score,
    ...measured,
    ...(verdict === 'error' && { broken_by }),
    judge_cost_usd: sumJudgeCostIfKnown(grades),
    started_at: startedAt,
    grades,
    messages,
  };
}

/** Marks a trial as errored because its environment failed, so that its result is unknown. */
export function withEnvironmentError(row: TrialRow, problem: string, thrown: unknown): TrialRow {
  const failure = `the environment ${problem}: ${getErrorMessage(thrown)}`;
  const isFirst = row.broken_by === undefined || row.error === null;
  return {
    ...row,
    verdict: 'error',
    passed: false,
    score: 0,
    broken_by: isFirst ? 'environment' : row.broken_by,
    error: row.error === null ? failure : `${row.error}; ${failure}`,
  };
}

/** Sums the cost of grading in US dollars. Null if any part of it is unknown. */
function sumJudgeCostIfKnown(grades: readonly Grade[]): number | null {
  let sum = 0;
  for (const { cost_usd = 0 } of grades) {
    if (cost_usd === null) return null;
    sum += cost_usd;
  }
  return sum;
}

/** Converts the grades that count to the form that traces use. */
export function countedGradesToTraceScores(grades: readonly Grade[]): readonly TrialGrade[] {
  return grades
    .filter(({ skipped, error }) => !skipped && error === undefined)
    .map(({ name, score, passed, details }) => {
      return { name, score, passed, reason: JSON.stringify(details) };
    });
}
