import { EvalError } from '../eval-error.ts';
import { calculateDifferenceBounds, type KnownTrials } from './difference-bounds.ts';
import { calculateDifferenceInterval, type Interval } from '../statistics/intervals.ts';
import { createSeededRandom } from '../statistics/paired.ts';
import type { TrialTally } from '../statistics/pass-at.ts';
import { getMinimumTasks, calculateSignFlipPValue } from '../statistics/sign-flip.ts';
import {
  describeTooManyErrors,
  hasTooManyErrors,
  type MaxErrors,
  type UnjudgedCounts,
} from './pass-conditions.ts';
import type { StoredRun } from './read-run.ts';
import { countPlannedTrials } from './report.ts';
import { readRunRows } from './run-rows.ts';
import { scaleDifferencesToIntegers, pairTasks, type TaskPair } from './task-pair.ts';

/** Comparison of two runs of the same tasks. */
export interface Comparison {
  /** Number of compared tasks. Both runs have a trial of the task that did not error. */
  readonly tasks: number;
  /** Number of trials that both runs have and that errored in neither. */
  readonly pairs: number;
  readonly better: number;
  readonly worse: number;
  /** Pass rate of the second run minus pass rate of the first run, averaged over tasks. */
  readonly difference: number;
  readonly interval: Interval | null;
  /**
   * Bounds of the difference over all tasks, however the errored and missing trials had ended. Null if there are
   * none, or if it is unknown of which task they are.
   */
  readonly bounds: Interval | null;
  /** p-value of the sign-flip test over the differences per task. */
  readonly p_value: number;
  /**
   * `broken`: too many trials errored or are missing to report more than a regression.
   * `too-few-tasks`: even if all tasks changed alike, it could be chance.
   */
  readonly verdict: 'regression' | 'improvement' | 'no-difference' | 'too-few-tasks' | 'broken';
  /** Numbers of trials of the first run that were planned, errored or are missing. */
  readonly before: UnjudgedCounts;
  readonly after: UnjudgedCounts;
  readonly improvements: readonly TaskChange[];
  readonly regressions: readonly TaskChange[];
}

/** A task whose pass rate differs between the runs. */
export interface TaskChange {
  readonly task_id: string;
  /** Pass rate of the task in the first run, from 0 to 1. */
  readonly before: number;
  readonly after: number;
}

/** Options for comparing two runs. */
export interface CompareOptions {
  /** Significance level: a difference counts if its p-value is below this. */
  readonly alpha?: number;
  /** Maximum number of errored or missing trials in each run. Default: none. */
  readonly maxErrors?: MaxErrors | undefined;
  readonly seed?: number;
}

/** Compares runs by task, as trials of a task are alike. Throws `EvalError` if the tasks differ. */
export function compareRuns(
  before: StoredRun,
  after: StoredRun,
  options: CompareOptions = {},
): Comparison {
  const { alpha = 0.05, seed = 0, maxErrors } = options;
  if (before.meta.tasks_sha256 !== after.meta.tasks_sha256) {
    const message = 'the runs have different tasks: run both with the same task file';
    throw new EvalError('incomparable', message);
  }
  const [first, second] = [readRunVerdicts(before), readRunVerdicts(after)];
  const tasks = pairTasks(first.judged, second.judged);
  if (tasks.length === 0) {
    const said = `before: ${formatUnjudgedReason(first)}; after: ${formatUnjudgedReason(second)}`;
    const message = `the runs share no task with a judged trial in both (${said})`;
    throw new EvalError('incomparable', message);
  }
  const changes = tasks.map(toTaskChange);
  const differences = changes.map((change) => change.after - change.before);
  const difference = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  const random = createSeededRandom(seed);
  const p_value = calculateSignFlipPValue(scaleDifferencesToIntegers(tasks), { random });
  const found = decideComparisonVerdict(differences, difference, p_value, alpha);
  const sorted = changes.toSorted(compareByPassRateChange);
  const isBroken = [first, second].some((run) => hasTooManyErrors(run.standing, maxErrors));
  return {
    tasks: tasks.length,
    pairs: tasks.reduce((sum, { pairs }) => sum + pairs, 0),
    better: tasks.reduce((sum, { better }) => sum + better, 0),
    worse: tasks.reduce((sum, { worse }) => sum + worse, 0),
    difference,
    interval: calculateDifferenceInterval(differences) ?? null,
    bounds: calculateDifferenceBounds(first, second) ?? null,
    p_value,
    verdict: isBroken && found !== 'regression' ? 'broken' : found,
    before: first.standing,
    after: second.standing,
    improvements: sorted.filter(({ before: was, after: is }) => is > was).toReversed(),
    regressions: sorted.filter(({ before: was, after: is }) => is < was),
  };
}

function decideComparisonVerdict(
  differences: readonly number[],
  difference: number,
  pValue: number,
  alpha: number,
): Exclude<Comparison['verdict'], 'broken'> {
  if (pValue < alpha) return difference < 0 ? 'regression' : 'improvement';
  const areTooFew = differences.length < getMinimumTasks(alpha);
  return areTooFew && differences.some((one) => one !== 0) ? 'too-few-tasks' : 'no-difference';
}

function toTaskChange({ id, before, after }: TaskPair): TaskChange {
  const share = ({ passed, trials }: TrialTally): number => passed / trials;
  return { task_id: id, before: share(before), after: share(after) };
}

function compareByPassRateChange(a: TaskChange, b: TaskChange): number {
  return a.after - a.before - (b.after - b.before) || (a.task_id < b.task_id ? -1 : 1);
}

function readRunVerdicts(run: StoredRun): KnownTrials {
  const { rows } = readRunRows(run);
  const judged = new Map<string, Map<number, boolean>>();
  const recorded = new Map<string, number>();
  let errors = 0;
  for (const { task_id, trial, verdict } of rows) {
    const task = judged.get(task_id) ?? new Map<number, boolean>();
    recorded.set(task_id, (recorded.get(task_id) ?? 0) + 1);
    if (verdict === 'error') errors += 1;
    else judged.set(task_id, task.set(trial, verdict === 'passed'));
  }
  const planned = Math.max(countPlannedTrials(run.meta), rows.length);
  const standing = { planned, errors, missing: planned - rows.length };
  return { meta: run.meta, recorded, judged, standing };
}

function formatUnjudgedReason({ standing }: KnownTrials): string {
  return describeTooManyErrors(standing)?.split(':', 1)[0] ?? 'no trial errored';
}
