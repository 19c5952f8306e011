import type { Grader } from '../grader.ts';
import {
  createExpectationError,
  createCodeGrader,
  type TrialData,
  type CheckResult,
} from './code-grader.ts';

/** Passes if the agent cost at most `limits.max_cost_usd` of the task or, by default, `mostUsd`. */
export function costLimit({ mostUsd }: { readonly mostUsd?: number | undefined } = {}): Grader {
  const find = ({ task, info }: TrialData): CheckResult => {
    const limit = task.limits?.max_cost_usd ?? mostUsd;
    if (limit === undefined) return undefined;
    const found = info.cost_usd;
    // An unknown cost is an error, because the cost may exceed the limit.
    if (found === null)
      throw new Error(
        'the cost of this trial is unknown, because its model has no known price: remove the cost limit, or use a model with a price',
      );
    return { passed: found <= limit, details: { most: limit, found } };
  };
  return createCodeGrader('CostLimit', find, { argument: mostUsd, reads: ['limits.max_cost_usd'] });
}

/** Passes if the trial took at most `expected.max_duration_s` or, by default, `mostSeconds`. */
export function latencyLimit({
  mostSeconds,
}: { readonly mostSeconds?: number | undefined } = {}): Grader {
  const find = ({ task, info }: TrialData): CheckResult => {
    const limit = task.expected?.['max_duration_s'] ?? mostSeconds;
    if (limit !== undefined && typeof limit !== 'number') {
      throw createExpectationError(task, 'max_duration_s', 'must be a number of seconds');
    }
    if (limit === undefined) return undefined;
    return { passed: info.duration_s <= limit, details: { most: limit, found: info.duration_s } };
  };
  return createCodeGrader('LatencyLimit', find, {
    argument: mostSeconds,
    reads: ['expected.max_duration_s'],
  });
}
