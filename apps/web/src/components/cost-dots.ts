import type { EvalTaskLine } from '@timestep-ai/timestep/view';

/** A task that a dot can be drawn for. */
export interface CostDot {
  readonly id: string;
  /** US dollars of a trial, on average. */
  readonly cost: number;
  /** Mean score, from 0 to 1. */
  readonly score: number;
  /** How many of its trials passed. */
  readonly standing: 'all' | 'some' | 'none';
}

/** Tasks for the plot of score against cost, and tasks that have no place in it. */
export interface CostDots {
  readonly dots: readonly CostDot[];
  readonly unknownCost: readonly string[];
  readonly unknownScore: readonly string[];
}

export function costDots(tasks: readonly EvalTaskLine[]): CostDots {
  const dots: CostDot[] = [];
  const unknownCost: string[] = [];
  const unknownScore: string[] = [];
  for (const { id, meanScore, costUsd, trials, passed, failed } of tasks) {
    if (meanScore === null) unknownScore.push(id);
    else if (costUsd === null || trials.length === 0) unknownCost.push(id);
    else {
      const standing = failed === 0 ? 'all' : passed === 0 ? 'none' : 'some';
      dots.push({ id, cost: costUsd / trials.length, score: meanScore, standing });
    }
  }
  return { dots, unknownCost, unknownScore };
}

/** The least and the greatest; a call cannot take as many arguments as there may be values. */
export function boundsOf(values: readonly number[]): readonly [number, number] {
  let [low, high] = [values[0] ?? 0, values[0] ?? 0];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}
