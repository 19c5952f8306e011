import type { Report } from './report.ts';
import { clusteredShare } from '../statistics/clustered-share.ts';
import type { Interval } from '../statistics/intervals.ts';
import { passAll, passAt, type Tally } from '../statistics/pass-at.ts';

/** A share from 0 to 1, with its interval at 95 %. */
export interface ShareEstimate {
  readonly mean: number;
  readonly interval: Interval | null;
}

/** pass@k and pass^k for one k; `null` where some task has fewer than k trials. */
export interface PassPoint {
  readonly k: number;
  readonly at: ShareEstimate | null;
  readonly all: ShareEstimate | null;
}

/** The numbers of the report, each with its interval over tasks. */
export function passPoints({ tasks, pass_at, pass_all }: Report): PassPoint[] {
  const tallies = tasks.map(({ passed, failed }): Tally => ({ trials: passed + failed, passed }));
  const estimateOf = (
    mean: number | null | undefined,
    by: (tally: Tally) => number | undefined,
  ): ShareEstimate | null => {
    if (mean == null) return null;
    const estimate = clusteredShare(tallies.map((tally) => [by(tally) ?? 0]));
    return { mean, interval: estimate?.interval ?? null };
  };
  return pass_at.map((mean, index) => {
    const k = index + 1;
    return {
      k,
      at: estimateOf(mean, (tally) => passAt(k, tally)),
      all: estimateOf(pass_all[index], (tally) => passAll(k, tally)),
    };
  });
}
