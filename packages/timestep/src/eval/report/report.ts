import { compareNaturally } from './compare-naturally.ts';
import type { RunMeta } from '../run-meta.ts';
import { estimateClusteredShare } from '../statistics/clustered-share.ts';
import type { Estimate } from '../statistics/intervals.ts';
import {
  averageIfAllKnown,
  estimatePassAllK,
  estimatePassAtK,
  type TrialTally,
} from '../statistics/pass-at.ts';
import type { TrialRow } from '../trial.ts';
import { listFailures, type TrialFailure } from './list-failures.ts';
import type { UnjudgedCounts } from './pass-conditions.ts';
import type { TrialSummary } from './run-reader.ts';
import { readRunRows } from './run-rows.ts';

/** Results of one task over all its trials. */
export interface TaskReport {
  readonly task_id: string;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  /** Mean score of the trials that did not error. Null if all of them errored. */
  readonly mean_score: number | null;
  /** Reasons why trials failed, most frequent first, each with the first failure's text. */
  readonly failing: readonly FailureCount[];
}

/** A reason why trials failed, with the number of such trials. */
export interface FailureCount extends TrialFailure {
  readonly times: number;
}

/** Results of a run. Errored trials are counted separately and not included in rates. */
export interface Report extends UnjudgedCounts {
  readonly meta: RunMeta;
  readonly trials: number;
  readonly passed: number;
  readonly failed: number;
  /** Reasons why trials errored, most frequent first. */
  readonly broke: readonly FailureCount[];
  /** Share of passed trials without errored trials. The interval is over tasks. */
  readonly pass_rate: Estimate | null;
  readonly mean_score: Estimate | null;
  /** pass@k for k = 1, 2, …. Null if a task has fewer than k trials. */
  readonly pass_at: readonly (number | null)[];
  readonly pass_all: readonly (number | null)[];
  readonly total_tokens: number;
  /** Cost in US dollars. Null if any part of it is unknown. */
  readonly cost_usd: number | null;
  readonly judge_cost_usd: number | null;
  readonly duration_s: number;
  /** Tasks with the lowest pass rate first. */
  readonly tasks: readonly TaskReport[];
}

interface TaskTotals {
  readonly passes: number[];
  readonly scores: number[];
  errors: number;
  readonly failing: Map<string, FailureCount>;
}

const MAX_ERROR_REASONS = 5;

/** Summarizes the rows of a run. If a trial has several rows, the last one counts. */
export function createReport(meta: RunMeta, rows: Iterable<TrialRow>): Report {
  const tasks = new Map<string, TaskTotals>();
  const broke = new Map<string, FailureCount>();
  const sums = { tokens: 0, cost: 0 as number | null, judge: 0 as number | null, seconds: 0 };
  for (const row of readRunRows({ rows: () => rows }).rows) {
    sums.tokens += row.total_tokens;
    sums.cost = addCosts(sums.cost, row.cost_usd);
    sums.judge = addCosts(sums.judge, row.judge_cost_usd);
    sums.seconds += row.duration_s;
    addRowToTaskTotals(tasks, row);
    if (row.verdict !== 'error') continue;
    for (const one of listFailures(row)) countFailure(broke, one, JSON.stringify(one));
  }
  const gathered = [...tasks.values()];
  const tallies = gathered.map(({ passes }): TrialTally => {
    return { trials: passes.length, passed: passes.filter((pass) => pass === 1).length };
  });
  const ks = Array.from({ length: meta.trials }, (_, index) => index + 1);
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const judged = tallies.reduce((sum, tally) => sum + tally.trials, 0);
  const errors = gathered.reduce((sum, one) => sum + one.errors, 0);
  const trials = judged + errors;
  const planned = Math.max(countPlannedTrials(meta), trials);
  return {
    meta,
    planned,
    trials,
    passed,
    failed: judged - passed,
    errors,
    missing: planned - trials,
    broke: sortByFrequency(broke).slice(0, MAX_ERROR_REASONS),
    pass_rate: estimateClusteredShare(gathered.map(({ passes }) => passes)) ?? null,
    mean_score: estimateClusteredShare(gathered.map(({ scores }) => scores)) ?? null,
    pass_at: ks.map(
      (k) => averageIfAllKnown(tallies, (tally) => estimatePassAtK(k, tally)) ?? null,
    ),
    pass_all: ks.map(
      (k) => averageIfAllKnown(tallies, (tally) => estimatePassAllK(k, tally)) ?? null,
    ),
    total_tokens: sums.tokens,
    cost_usd: sums.cost,
    judge_cost_usd: sums.judge,
    duration_s: sums.seconds,
    tasks: [...tasks].map(createTaskReport).toSorted(compareWorstFirst),
  };
}

export function countPlannedTrials({ trial_count, task_count, trials }: RunMeta): number {
  return trial_count ?? task_count * trials;
}

/** Counts a failure. The reason of the first failure with the same key is kept. */
function countFailure(
  failures: Map<string, FailureCount>,
  failure: TrialFailure,
  key = failure.name,
): void {
  const { times, ...first } = failures.get(key) ?? { ...failure, times: 0 };
  failures.set(key, { ...first, times: times + 1 });
}

function sortByFrequency(failures: ReadonlyMap<string, FailureCount>): FailureCount[] {
  return [...failures.values()].toSorted((a, b) => b.times - a.times);
}

function addRowToTaskTotals(tasks: Map<string, TaskTotals>, row: TrialSummary): void {
  const { task_id, verdict, score } = row;
  const task: TaskTotals = tasks.get(task_id) ?? {
    passes: [],
    scores: [],
    errors: 0,
    failing: new Map(),
  };
  tasks.set(task_id, task);
  if (verdict === 'error') task.errors += 1;
  else {
    task.passes.push(verdict === 'passed' ? 1 : 0);
    task.scores.push(score);
  }
  for (const failure of listFailures(row)) countFailure(task.failing, failure);
}

function createTaskReport([task_id, totals]: [string, TaskTotals]): TaskReport {
  const { passes, scores, errors, failing } = totals;
  const passed = passes.filter((pass) => pass === 1).length;
  return {
    task_id,
    passed,
    failed: passes.length - passed,
    errors,
    mean_score: scores.length === 0 ? null : scores.reduce((a, b) => a + b, 0) / scores.length,
    failing: sortByFrequency(failing),
  };
}

function compareWorstFirst(a: TaskReport, b: TaskReport): number {
  const rate = ({ passed, failed }: TaskReport): number =>
    passed + failed === 0 ? -1 : passed / (passed + failed);
  return (
    rate(a) - rate(b) ||
    b.errors - a.errors ||
    (a.mean_score ?? 0) - (b.mean_score ?? 0) ||
    compareNaturally(a.task_id, b.task_id)
  );
}

/** Adds two costs. The sum is unknown if one of them is. */
function addCosts(sum: number | null, more: number | null): number | null {
  return sum === null || more === null ? null : sum + more;
}
