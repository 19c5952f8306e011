import type { EvalTaskSummary } from '@timestep-ai/timestep/view';

export interface CostDot {
  readonly id: string;
  /** Mean cost per trial in US dollars. */
  readonly cost: number;
  /** Mean score, from 0 to 1. */
  readonly score: number;
  readonly standing: 'all' | 'some' | 'none';
}

export function computeCostPlotData(tasks: readonly EvalTaskSummary[]) {
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

/** Finds minimum and maximum in a loop, because `Math.min(...values)` fails for very long lists. */
export function findMinAndMax(values: readonly number[]): readonly [number, number] {
  let [low, high] = [values[0] ?? 0, values[0] ?? 0];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return [low, high];
}
