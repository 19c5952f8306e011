import type { Grader } from '../grader.ts';
import { badExpectation, codeGrader, type Evidence, type Finding } from './grade-of.ts';

/** The agent cost no more than the task's `limits.max_cost_usd`, or than given, in US dollars. */
export function CostLimit(most?: number): Grader {
  const find = ({ task, info }: Evidence): Finding => {
    const limit = task.limits?.max_cost_usd ?? most;
    if (limit === undefined) return undefined;
    const found = info.cost_usd;
    // What nobody knows cannot be said to be little.
    if (found === null)
      throw new Error('the cost of this trial is unknown: no price for its model');
    return { passed: found <= limit, details: { most: limit, found } };
  };
  return codeGrader('CostLimit', find, { argument: most, reads: ['limits.max_cost_usd'] });
}

/** The trial took no longer than the task's `expected.max_duration_s`, or than given, in seconds. */
export function LatencyLimit(most?: number): Grader {
  const find = ({ task, info }: Evidence): Finding => {
    const limit = task.expected?.['max_duration_s'] ?? most;
    if (limit !== undefined && typeof limit !== 'number') {
      throw badExpectation(task, 'max_duration_s', 'must be a number of seconds');
    }
    if (limit === undefined) return undefined;
    return { passed: info.duration_s <= limit, details: { most: limit, found: info.duration_s } };
  };
  return codeGrader('LatencyLimit', find, { argument: most, reads: ['expected.max_duration_s'] });
}
