import type { Report } from './report.ts';
import { estimateClusteredShare } from '../statistics/clustered-share.ts';
import type { Interval } from '../statistics/intervals.ts';
import { estimatePassAllK, estimatePassAtK, type TrialTally } from '../statistics/pass-at.ts';

/** A share from 0 to 1 with its 95 % confidence interval. */
export interface ShareEstimate {
  readonly mean: number;
  readonly interval: Interval | null;
}

/** pass@k and pass^k for one k. Null if a task has fewer than k trials. */
export interface PassPoint {
  readonly k: number;
  readonly at: ShareEstimate | null;
  readonly all: ShareEstimate | null;
}

/** Calculates pass@k and pass^k of a report for every k, with confidence intervals over tasks. */
export function calculatePassPoints({ tasks, pass_at, pass_all }: Report): PassPoint[] {
  const tallies = tasks.map(({ passed, failed }): TrialTally => ({
    trials: passed + failed,
    passed,
  }));
  const estimateOf = (
    mean: number | null | undefined,
    by: (tally: TrialTally) => number | undefined,
  ): ShareEstimate | null => {
    if (mean == null) return null;
    const estimate = estimateClusteredShare(tallies.map((tally) => [by(tally) ?? 0]));
    return { mean, interval: estimate?.interval ?? null };
  };
  return pass_at.map((mean, index) => {
    const k = index + 1;
    return {
      k,
      at: estimateOf(mean, (tally) => estimatePassAtK(k, tally)),
      all: estimateOf(pass_all[index], (tally) => estimatePassAllK(k, tally)),
    };
  });
}
