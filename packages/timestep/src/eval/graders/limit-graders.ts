import type { Grader } from '../grader.ts';
import { badExpectation, codeGrader, type Evidence, type Finding } from './grade-of.ts';

/** The agent cost no more US dollars than the task's `limits.max_cost_usd`, or than `mostUsd`. */
export function costLimit({ mostUsd }: { readonly mostUsd?: number | undefined } = {}): Grader {
  const find = ({ task, info }: Evidence): Finding => {
    const limit = task.limits?.max_cost_usd ?? mostUsd;
    if (limit === undefined) return undefined;
    const found = info.cost_usd;
    // An unknown cost may be above the limit.
    if (found === null)
      throw new Error('the cost of this trial is unknown: no price for its model');
    return { passed: found <= limit, details: { most: limit, found } };
  };
  return codeGrader('CostLimit', find, { argument: mostUsd, reads: ['limits.max_cost_usd'] });
}

/** The trial took no more seconds than the task's `expected.max_duration_s`, or than `mostSeconds`. */
export function latencyLimit({
  mostSeconds,
}: { readonly mostSeconds?: number | undefined } = {}): Grader {
  const find = ({ task, info }: Evidence): Finding => {
    const limit = task.expected?.['max_duration_s'] ?? mostSeconds;
    if (limit !== undefined && typeof limit !== 'number') {
      throw badExpectation(task, 'max_duration_s', 'must be a number of seconds');
    }
    if (limit === undefined) return undefined;
    return { passed: info.duration_s <= limit, details: { most: limit, found: info.duration_s } };
  };
  return codeGrader('LatencyLimit', find, {
    argument: mostSeconds,
    reads: ['expected.max_duration_s'],
  });
}
