import type { Interval } from '../statistics/intervals.ts';
import type { RunMeta } from '../run-meta.ts';
import type { UnjudgedCounts } from './pass-conditions.ts';
import type { TaskVerdicts } from './task-pair.ts';

/** The trials of a run that are known. */
export interface KnownTrials {
  readonly meta: Pick<RunMeta, 'trials' | 'trial_count' | 'task_count'>;
  /** Number of recorded trials by task, errored ones included. */
  readonly recorded: ReadonlyMap<string, number>;
  readonly judged: ReadonlyMap<string, TaskVerdicts>;
  readonly standing: UnjudgedCounts;
}

/**
 * Calculates between which bounds the difference in pass rate, averaged over all tasks, would be however the
 * errored and missing trials had ended. Undefined if there are none, or if it is unknown of which task they are.
 */
export function calculateDifferenceBounds(
  before: KnownTrials,
  after: KnownTrials,
): Interval | undefined {
  const runs = [before, after];
  const isComplete = runs.every(({ standing }) => standing.errors + standing.missing === 0);
  const isScattered = runs.some(
    ({ meta, standing }) => meta.trial_count !== undefined && standing.missing > 0,
  );
  if (isComplete || isScattered) return undefined;
  const ids = new Set([...before.recorded.keys(), ...after.recorded.keys()]);
  const tasks = Math.max(before.meta.task_count, after.meta.task_count, ids.size);
  // A task without any recorded trial may have changed from no passed trial to all, or the other way round.
  let [low, high] = [ids.size - tasks, tasks - ids.size];
  for (const id of ids) {
    const [was, is] = [calculateRateBounds(before, id), calculateRateBounds(after, id)];
    low += is.low - was.high;
    high += is.high - was.low;
  }
  return { low: low / tasks, high: high / tasks };
}

function calculateRateBounds({ meta, recorded, judged }: KnownTrials, id: string): Interval {
  const planned = meta.trial_count === undefined ? meta.trials : 0;
  const trials = Math.max(planned, recorded.get(id) ?? 0);
  if (trials === 0) return { low: 0, high: 1 };
  const verdicts = [...(judged.get(id)?.values() ?? [])];
  const passed = verdicts.filter(Boolean).length;
  return { low: passed / trials, high: (passed + trials - verdicts.length) / trials };
}
