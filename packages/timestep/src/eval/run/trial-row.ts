import type { EpisodeInfo } from '#core';
import type { TrialGrade } from '#protocols/trace';
import type { GradedTrial } from '../graders/grade-trial.ts';
import type { Grade } from '../grader.ts';
import type { TrialRow } from '../trial.ts';

export function buildTrialRow(
  info: EpisodeInfo,
  { verdict, score, grades }: GradedTrial,
  startedAt: string,
  judgeCostUsd: number | null,
): TrialRow {
  const { task_id, trial, seed, ...measured } = info;
  const broken_by = info.terminated_reason === 'error' ? 'agent' : 'grader';
  return {
    task_id,
    trial,
    seed,
    verdict,
    passed: verdict === 'passed',
    score,
    ...measured,
    ...(verdict === 'error' && { broken_by }),
    judge_cost_usd: judgeCostUsd,
    started_at: startedAt,
    grades,
  };
}

/** Sums the cost of grading in US dollars. Null if any part of it is unknown. */
export function sumJudgeCost(grades: readonly Grade[]): number | null {
  let sum = 0;
  for (const { cost_usd = 0 } of grades) {
    if (cost_usd === null) return null;
    sum += cost_usd;
  }
  return sum;
}

/** Converts the grades that count to the form that traces use. */
export function gradesToScores(grades: readonly Grade[]): readonly TrialGrade[] {
  return grades
    .filter(({ skipped, error }) => !skipped && error === undefined)
    .map(({ name, score, passed, details }) => {
      return { name, score, passed, reason: JSON.stringify(details) };
    });
}
