import type { RunMeta } from '../run-meta.ts';
import { clusteredShare } from '../statistics/clustered-share.ts';
import type { Estimate } from '../statistics/intervals.ts';
import { meanOver, passAll, passAt, type Tally } from '../statistics/pass-at.ts';
import type { TrialRow } from '../trial.ts';
import { failuresIn, type TrialFailure } from './failures-in.ts';

/** One task over its trials. */
export interface TaskReport {
  readonly task_id: string;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  /** Mean over trials that did not break; `null` where all did. */
  readonly mean_score: number | null;
  /** The graders that failed or broke, most often first, with the reason of the first time. */
  readonly failing: readonly Failing[];
}

/** A reason for which trials failed, and how many did. */
export interface Failing extends TrialFailure {
  readonly times: number;
}

/** The results of a run. Broken trials are counted apart: rates are about the other trials. */
export interface Report {
  readonly meta: RunMeta;
  /** Trials that the run has when all are done. */
  readonly planned: number;
  /** Trials that are recorded. */
  readonly trials: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  /** Trials that are planned and not recorded. */
  readonly missing: number;
  /** Why trials broke, the most frequent reasons first. */
  readonly broke: readonly Failing[];
  /** Share of passed trials among those that did not break, with an interval by task. */
  readonly pass_rate: Estimate | null;
  readonly mean_score: Estimate | null;
  /** By k from 1; `null` where some task has fewer than k trials. */
  readonly pass_at: readonly (number | null)[];
  readonly pass_all: readonly (number | null)[];
  readonly total_tokens: number;
  /** US dollars; `null` where any is unknown. */
  readonly cost_usd: number | null;
  readonly judge_cost_usd: number | null;
  readonly duration_s: number;
  /** Worst first. */
  readonly tasks: readonly TaskReport[];
}

interface Gathering {
  readonly passes: number[];
  readonly scores: number[];
  errors: number;
  readonly failing: Map<string, { times: number; reason: string }>;
}

/** Reasons in the report of a run. */
const MOST_REASONS = 5;

function nothingGathered(): Gathering {
  return { passes: [], scores: [], errors: 0, failing: new Map() };
}

/** Sums up the rows of a run; the last row of a trial that was run again counts. */
export function reportOf(meta: RunMeta, rows: Iterable<TrialRow>): Report {
  const tasks = new Map<string, Gathering>();
  const broke = new Map<string, Failing>();
  const sums = { tokens: 0, cost: 0 as number | null, judge: 0 as number | null, seconds: 0 };
  for (const row of lastOfEach(rows)) {
    sums.tokens += row.total_tokens;
    sums.cost = plus(sums.cost, row.cost_usd);
    sums.judge = plus(sums.judge, row.judge_cost_usd);
    sums.seconds += row.duration_s;
    gather(tasks, row);
    if (row.verdict === 'error') for (const failure of failuresIn(row)) count(broke, failure);
  }
  const gathered = [...tasks.values()];
  const tallies = gathered.map(({ passes }): Tally => {
    return { trials: passes.length, passed: passes.filter((pass) => pass === 1).length };
  });
  const ks = Array.from({ length: meta.trials }, (_, index) => index + 1);
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const judged = tallies.reduce((sum, tally) => sum + tally.trials, 0);
  const errors = gathered.reduce((sum, one) => sum + one.errors, 0);
  const trials = judged + errors;
  const planned = Math.max(plannedTrials(meta), trials);
  return {
    meta,
    planned,
    trials,
    passed,
    failed: judged - passed,
    errors,
    missing: planned - trials,
    broke: [...broke.values()].toSorted((a, b) => b.times - a.times).slice(0, MOST_REASONS),
    pass_rate: clusteredShare(gathered.map(({ passes }) => passes)) ?? null,
    mean_score: clusteredShare(gathered.map(({ scores }) => scores)) ?? null,
    pass_at: ks.map((k) => meanOver(tallies, (tally) => passAt(k, tally)) ?? null),
    pass_all: ks.map((k) => meanOver(tallies, (tally) => passAll(k, tally)) ?? null),
    total_tokens: sums.tokens,
    cost_usd: sums.cost,
    judge_cost_usd: sums.judge,
    duration_s: sums.seconds,
    tasks: [...tasks].map(taskReport).toSorted(worstFirst),
  };
}

/** How many trials a run has when all are done. */
export function plannedTrials({ trial_count, task_count, trials }: RunMeta): number {
  return trial_count ?? task_count * trials;
}

function count(broke: Map<string, Failing>, { name, reason }: TrialFailure): void {
  const key = JSON.stringify([name, reason]);
  broke.set(key, { name, reason, times: (broke.get(key)?.times ?? 0) + 1 });
}

/** The last row of each trial, without the transcript, which would take too much memory. */
function lastOfEach(rows: Iterable<TrialRow>): Iterable<Omit<TrialRow, 'messages'>> {
  const last = new Map<string, Omit<TrialRow, 'messages'>>();
  for (const { messages: _messages, ...row } of rows) last.set(`${row.trial} ${row.task_id}`, row);
  return last.values();
}

function gather(tasks: Map<string, Gathering>, row: Omit<TrialRow, 'messages'>): void {
  const { task_id, verdict, score } = row;
  const task = tasks.get(task_id) ?? nothingGathered();
  tasks.set(task_id, task);
  if (verdict === 'error') task.errors += 1;
  else {
    task.passes.push(verdict === 'passed' ? 1 : 0);
    task.scores.push(score);
  }
  for (const { name, reason } of failuresIn(row)) {
    const known = task.failing.get(name);
    task.failing.set(name, { times: (known?.times ?? 0) + 1, reason: known?.reason ?? reason });
  }
}

function taskReport([task_id, gathered]: [string, Gathering]): TaskReport {
  const { passes, scores, errors, failing } = gathered;
  const passed = passes.filter((pass) => pass === 1).length;
  return {
    task_id,
    passed,
    failed: passes.length - passed,
    errors,
    mean_score: scores.length === 0 ? null : scores.reduce((a, b) => a + b, 0) / scores.length,
    failing: [...failing]
      .map(([name, { times, reason }]) => ({ name, times, reason }))
      .toSorted((a, b) => b.times - a.times),
  };
}

function worstFirst(a: TaskReport, b: TaskReport): number {
  const rate = ({ passed, failed }: TaskReport): number =>
    passed + failed === 0 ? -1 : passed / (passed + failed);
  return (
    rate(a) - rate(b) ||
    b.errors - a.errors ||
    (a.mean_score ?? 0) - (b.mean_score ?? 0) ||
    (a.task_id < b.task_id ? -1 : 1)
  );
}

/** A sum with an unknown part is unknown. */
function plus(sum: number | null, more: number | null): number | null {
  return sum === null || more === null ? null : sum + more;
}
