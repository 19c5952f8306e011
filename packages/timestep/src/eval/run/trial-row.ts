import type { EpisodeInfo } from '../../core/index.ts';
import type { Graded } from '../graders/grade-trial.ts';
import type { Grade } from '../grader.ts';
import type { TrialRow } from '../trial.ts';

/** The record of a trial, without its transcript. */
export function rowOf(
  info: EpisodeInfo,
  { verdict, score, grades }: Graded,
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

/** US dollars that grading cost; unknown where any part of it is. */
export function judgeCost(grades: readonly Grade[]): number | null {
  let sum = 0;
  for (const { cost_usd = 0 } of grades) {
    if (cost_usd === null) return null;
    sum += cost_usd;
  }
  return sum;
}
