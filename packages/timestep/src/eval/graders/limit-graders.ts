import type { Grader } from '../grader.ts';
import { codeGrader } from './grade-of.ts';

/** The agent cost no more than the task's `limits.max_cost_usd`, or than given, in US dollars. */
export function CostLimit(most?: number): Grader {
  return codeGrader('CostLimit', ({ task, info }) => {
    const limit = task.limits?.max_cost_usd ?? most;
    if (limit === undefined) return undefined;
    const found = info.cost_usd;
    // What nobody knows cannot be said to be little.
    if (found === null)
      throw new Error('the cost of this trial is unknown: no price for its model');
    return { passed: found <= limit, details: { most: limit, found } };
  });
}

/** The trial took no longer than the task's `expected.max_duration_s`, or than given, in seconds. */
export function LatencyLimit(most?: number): Grader {
  return codeGrader('LatencyLimit', ({ task, info }) => {
    const expected = task.expected?.['max_duration_s'];
    const limit = typeof expected === 'number' ? expected : most;
    if (limit === undefined) return undefined;
    return { passed: info.duration_s <= limit, details: { most: limit, found: info.duration_s } };
  });
}
