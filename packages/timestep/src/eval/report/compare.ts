import { EvalError } from '../eval-error.ts';
import { differenceInterval } from '../statistics/difference-interval.ts';
import type { Interval } from '../statistics/intervals.ts';
import { seededRandom } from '../statistics/paired.ts';
import type { Tally } from '../statistics/pass-at.ts';
import { fewestTasks, signFlipTest } from '../statistics/sign-flip.ts';
import { problemWithErrors, isTooBroken, type MaxErrors, type Standing } from './gate.ts';
import type { StoredRun } from './read-run.ts';
import { plannedTrials } from './report.ts';
import { differencesInUnits, taskPairs, type TaskPair, type TaskVerdicts } from './task-pair.ts';

/** Two runs of the same tasks. */
export interface Comparison {
  /** Tasks that are compared: both runs have a trial of the task that did not break. */
  readonly tasks: number;
  /** Trials that both runs have and that broke in neither. */
  readonly pairs: number;
  readonly better: number;
  readonly worse: number;
  /** The share of passed trials in the second run minus that in the first, over tasks. */
  readonly difference: number;
  readonly interval: Interval | null;
  /** The sign-flip test over the differences of tasks. */
  readonly p_value: number;
  /**
   * `broken`: so many trials broke or are missing in a run that only a regression can be reported;
   * `too-few-tasks`: some tasks differ, but even if all did in the same direction, that could be
   * chance.
   */
  readonly verdict: 'regression' | 'improvement' | 'no-difference' | 'too-few-tasks' | 'broken';
  /** How much of each run is not part of the comparison. */
  readonly before: Standing;
  readonly after: Standing;
  readonly improvements: readonly TaskChange[];
  readonly regressions: readonly TaskChange[];
}

/** A task whose share of passed trials has changed. */
export interface TaskChange {
  readonly task_id: string;
  /** Share of passed trials in each run. */
  readonly before: number;
  readonly after: number;
}

/** What counts as a difference between two runs. */
export interface CompareOptions {
  /** A difference counts where chance alone would make one of this size less often than this. */
  readonly alpha?: number;
  /** How many trials of each run may have broken or be missing. Default: none. */
  readonly maxErrors?: MaxErrors | undefined;
  readonly seed?: number;
}

/**
 * Compares a run with one before it, task by task: trials of one task are alike, so what counts is
 * in how many tasks, and how far, the runs differ. Throws `EvalError` where the runs have different
 * tasks, because the difference would then be one of tasks and not of agents.
 */
export function compareRuns(
  before: StoredRun,
  after: StoredRun,
  options: CompareOptions = {},
): Comparison {
  const { alpha = 0.05, seed = 0, maxErrors } = options;
  if (before.meta.tasks_sha256 !== after.meta.tasks_sha256) {
    throw new EvalError('incomparable', 'the runs are of other tasks: run both on the same file');
  }
  const [first, second] = [verdictsIn(before), verdictsIn(after)];
  const tasks = taskPairs(first.judged, second.judged);
  if (tasks.length === 0) {
    const said = [`before: ${standingText(first)}`, `after: ${standingText(second)}`].join('; ');
    const message = `the runs have no task in common with a judged trial in each (${said})`;
    throw new EvalError('incomparable', message);
  }
  const changes = tasks.map(changeOf);
  const differences = changes.map((change) => change.after - change.before);
  const difference = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  const p_value = signFlipTest(differencesInUnits(tasks), { random: seededRandom(seed) });
  const found = verdictOf(differences, difference, p_value, alpha);
  const isBroken = [first, second].some((run) => isTooBroken(run.standing, maxErrors));
  return {
    tasks: tasks.length,
    pairs: tasks.reduce((sum, { pairs }) => sum + pairs, 0),
    better: tasks.reduce((sum, { better }) => sum + better, 0),
    worse: tasks.reduce((sum, { worse }) => sum + worse, 0),
    difference,
    interval: differenceInterval(differences) ?? null,
    p_value,
    verdict: isBroken && found !== 'regression' ? 'broken' : found,
    before: first.standing,
    after: second.standing,
    improvements: changes
      .filter((change) => change.after > change.before)
      .toSorted(byChange)
      .toReversed(),
    regressions: changes.filter((change) => change.after < change.before).toSorted(byChange),
  };
}

function verdictOf(
  differences: readonly number[],
  difference: number,
  pValue: number,
  alpha: number,
): Exclude<Comparison['verdict'], 'broken'> {
  if (pValue < alpha) return difference < 0 ? 'regression' : 'improvement';
  const hasChanges = differences.some((one) => one !== 0);
  return hasChanges && differences.length < fewestTasks(alpha) ? 'too-few-tasks' : 'no-difference';
}

function changeOf({ id, before, after }: TaskPair): TaskChange {
  const share = ({ passed, trials }: Tally): number => passed / trials;
  return { task_id: id, before: share(before), after: share(after) };
}

function byChange(a: TaskChange, b: TaskChange): number {
  return a.after - a.before - (b.after - b.before) || (a.task_id < b.task_id ? -1 : 1);
}

interface Verdicts {
  /** Whether each trial that did not break passed, by task. */
  readonly judged: ReadonlyMap<string, TaskVerdicts>;
  readonly standing: Standing;
}

/** The last row of a trial that was run again counts. */
function verdictsIn(run: StoredRun): Verdicts {
  const judged = new Map<string, Map<number, boolean>>();
  const broken = new Set<string>();
  for (const { task_id, trial, verdict } of run.rows()) {
    const key = `${trial} ${task_id}`;
    const task = judged.get(task_id) ?? new Map<number, boolean>();
    if (verdict === 'error') {
      task.delete(trial);
      broken.add(key);
    } else {
      broken.delete(key);
      task.set(trial, verdict === 'passed');
    }
    if (task.size > 0) judged.set(task_id, task);
    else judged.delete(task_id);
  }
  const recorded = broken.size + judged.values().reduce((sum, { size }) => sum + size, 0);
  const planned = Math.max(plannedTrials(run.meta), recorded);
  return { judged, standing: { planned, errors: broken.size, missing: planned - recorded } };
}

function standingText({ standing }: Verdicts): string {
  return problemWithErrors(standing)?.split(':', 1)[0] ?? 'nothing broke';
}
