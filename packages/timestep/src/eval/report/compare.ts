import { EvalError } from '../eval-error.ts';
import type { Interval } from '../statistics/intervals.ts';
import { mcnemarExact, pairedBootstrap, seededRandom } from '../statistics/paired.ts';
import { brokenness, isTooBroken, type MaxErrors, type Standing } from './gate.ts';
import type { StoredRun } from './read-run.ts';
import { plannedTrials } from './report.ts';

/** Two runs of the same tasks, trial by trial. */
export interface Comparison {
  /** Trials that both runs have and that broke in neither. */
  readonly pairs: number;
  readonly better: number;
  readonly worse: number;
  /** Of the share of passed trials, second run minus first, over tasks. */
  readonly difference: number;
  readonly interval: Interval | null;
  /** McNemar's exact test over the pairs. */
  readonly p_value: number;
  /** `broken`: so much broke or is missing in a run that nothing better than a regression can be said. */
  readonly verdict: 'regression' | 'improvement' | 'no-difference' | 'broken';
  /** What the pairs do not tell: how much of each run is in none. */
  readonly before: Standing;
  readonly after: Standing;
  readonly improvements: readonly TaskChange[];
  readonly regressions: readonly TaskChange[];
}

export interface TaskChange {
  readonly task_id: string;
  /** Share of passed trials in each run. */
  readonly before: number;
  readonly after: number;
}

export interface CompareOptions {
  /** A difference counts where chance alone would make one as large less often than this. */
  readonly alpha?: number;
  /** How many trials of each run may have broken or be missing. Default: none. */
  readonly maxErrors?: MaxErrors | undefined;
  readonly seed?: number;
}

/**
 * Compares a run with one before it. Throws `EvalError` where they are of other tasks, because the
 * difference would then be one of tasks and not of agents.
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
  const tasks = new Map<string, { before: number; after: number; pairs: number }>();
  let better = 0;
  let worse = 0;
  for (const [key, { taskId, passed: wasPassed }] of first.judged) {
    const now = second.judged.get(key);
    if (!now) continue;
    const task = tasks.get(taskId) ?? { before: 0, after: 0, pairs: 0 };
    tasks.set(taskId, task);
    task.pairs += 1;
    task.before += Number(wasPassed);
    task.after += Number(now.passed);
    if (now.passed && !wasPassed) better += 1;
    if (!now.passed && wasPassed) worse += 1;
  }
  if (tasks.size === 0) {
    const said = [`before: ${standingText(first)}`, `after: ${standingText(second)}`].join('; ');
    const message = `the runs have no trial in common that broke in neither (${said})`;
    throw new EvalError('incomparable', message);
  }
  const changes = [...tasks].map(([task_id, { before: b, after: a, pairs }]) => {
    return { task_id, before: b / pairs, after: a / pairs };
  });
  const differences = changes.map((change) => change.after - change.before);
  const p_value = mcnemarExact(better, worse);
  const found = p_value >= alpha ? 'no-difference' : worse > better ? 'regression' : 'improvement';
  const isBroken = [first, second].some((run) => isTooBroken(run.standing, maxErrors));
  return {
    pairs: [...tasks.values()].reduce((sum, { pairs }) => sum + pairs, 0),
    better,
    worse,
    difference: differences.reduce((sum, value) => sum + value, 0) / differences.length,
    interval: pairedBootstrap(differences, { random: seededRandom(seed) }) ?? null,
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

function byChange(a: TaskChange, b: TaskChange): number {
  return a.after - a.before - (b.after - b.before) || (a.task_id < b.task_id ? -1 : 1);
}

interface Verdicts {
  /** What became of each trial that did not break. */
  readonly judged: ReadonlyMap<string, { readonly taskId: string; readonly passed: boolean }>;
  readonly standing: Standing;
}

function verdictsIn(run: StoredRun): Verdicts {
  const judged = new Map<string, { taskId: string; passed: boolean }>();
  const broken = new Set<string>();
  for (const { task_id: taskId, trial, verdict } of run.rows()) {
    const key = `${trial} ${taskId}`;
    if (verdict === 'error') {
      judged.delete(key);
      broken.add(key);
    } else {
      broken.delete(key);
      judged.set(key, { taskId, passed: verdict === 'passed' });
    }
  }
  const recorded = judged.size + broken.size;
  const planned = Math.max(plannedTrials(run.meta), recorded);
  return { judged, standing: { planned, errors: broken.size, missing: planned - recorded } };
}

function standingText({ standing }: Verdicts): string {
  return brokenness(standing)?.split(':', 1)[0] ?? 'nothing broke';
}
