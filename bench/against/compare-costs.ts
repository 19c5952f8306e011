import { computeSpread, roundToTwoDecimals } from '../statistics.ts';
import type { Costs } from './measure-checkout.ts';

/** Costs of one kind of work in two checkouts, whose rounds alternated. */
export interface Comparison {
  readonly suite: string;
  readonly name: string;
  /** Microseconds of CPU per unit of work in the best round. */
  readonly before_us: number;
  readonly now_us: number;
  /** Cost now as a multiple of the cost before. */
  readonly best: number;
  readonly median: number;
  /** Median of the ratios of the rounds. */
  readonly paired: number;
  readonly rounds: number;
}

/** Compares the rounds of two checkouts. The round at an index is measured right after its counterpart. */
export function compareCosts(
  suite: string,
  before: readonly Costs[],
  now: readonly Costs[],
): readonly Comparison[] {
  return Object.keys(now[0] ?? {}).map((name): Comparison => {
    const old = listCosts(before, name);
    const own = listCosts(now, name);
    const [spreadBefore, spreadNow] = [computeSpread(old), computeSpread(own)];
    const ratios = own.map((cost, round) => cost / (old[round] ?? Number.NaN));
    return {
      suite,
      name,
      before_us: roundToTwoDecimals(spreadBefore.best),
      now_us: roundToTwoDecimals(spreadNow.best),
      best: roundToThreeDecimals(spreadNow.best / spreadBefore.best),
      median: roundToThreeDecimals(spreadNow.median / spreadBefore.median),
      paired: roundToThreeDecimals(computeSpread(ratios).median),
      rounds: own.length,
    };
  });
}

function listCosts(rounds: readonly Costs[], name: string): readonly number[] {
  return rounds.map((costs) => costs[name] ?? Number.NaN);
}

function roundToThreeDecimals(value: number): number {
  return Math.round(value * 1000) / 1000;
}
