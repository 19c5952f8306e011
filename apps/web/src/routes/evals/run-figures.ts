import type { EvalComparison, EvalRunSummary, EvalRunView } from '@timestep-ai/timestep/view';
import {
  formatDifferenceInterval,
  formatDollars,
  formatPercent,
  formatPoints,
  formatInterval,
  formatDuration,
  formatTimestamp,
} from '../../components/values/formats.ts';
import type { Figure } from '../../components/values/facts.tsx';

export function formatRunSettings(view: EvalRunView): string {
  const { suite, agent, startedAt, seed, graders } = view;
  return [
    suite,
    agent,
    `started ${formatTimestamp(Date.parse(startedAt))}`,
    `seed ${seed}`,
    `graders ${graders.join(', ') || 'none'}`,
  ].join(', ');
}

export function listRunFigures(view: EvalRunView): readonly Figure[] {
  const { passRate, meanScore, planned, trials } = view;
  const missing = planned - trials;
  const beside = [formatInterval(passRate), describeUngradedTrials(view)].filter(
    (text) => text !== '',
  );
  return [
    { name: 'Pass rate', value: formatPercent(passRate?.mean), note: beside.join(', ') },
    { name: 'Passed', value: formatCount(view.passed) },
    { name: 'Failed', value: formatCount(view.failed) },
    { name: 'Errored', value: formatCount(view.errors), note: 'excluded from the pass rate' },
    ...(missing > 0
      ? [{ name: 'Not run', value: formatCount(missing), note: `of ${formatCount(planned)}` }]
      : []),
    {
      name: 'Mean score',
      value: meanScore ? meanScore.mean.toFixed(3) : 'unknown',
      note: meanScore?.interval
        ? `95 %: ${meanScore.interval.low.toFixed(3)} to ${meanScore.interval.high.toFixed(3)}`
        : '',
    },
    { name: 'Tokens', value: formatCount(view.totalTokens) },
    { name: 'Cost', value: formatDollars(view.costUsd), note: describeKnownCost(view) },
    {
      name: 'Judge cost',
      value: formatDollars(view.judgeCostUsd),
      note: 'not included in the cost',
    },
    {
      name: 'Duration',
      value: formatWallTime(view),
      note: `${formatDuration(view.durationS * 1000)} summed over all trials`,
    },
  ];
}

export function listComparisonFigures(comparison: EvalComparison): readonly Figure[] {
  const { tasks, pairs, better, worse, difference, interval, pValue } = comparison;
  const taskCount = `${formatCount(tasks)} ${tasks === 1 ? 'task' : 'tasks'}`;
  const broken = (name: string, run: EvalRunSummary): Figure => ({
    name,
    value: formatCount(run.errors + run.planned - run.trials),
    note: `of ${formatCount(run.planned)}`,
  });
  return [
    {
      name: 'Difference',
      value: `${formatPoints(difference)} points`,
      note: formatDifferenceInterval(interval),
    },
    {
      name: 'p',
      value: pValue < 0.0001 ? '< 0.0001' : pValue.toFixed(4),
      note: `sign-flip test of ${taskCount}`,
    },
    { name: 'Pairs', value: formatCount(pairs), note: 'without an error in either run' },
    broken('Errored or missing before', comparison.before),
    broken('Errored or missing after', comparison.after),
    { name: 'Trials worse', value: formatCount(worse) },
    { name: 'Trials better', value: formatCount(better) },
    { name: 'Tasks worse', value: formatCount(comparison.regressions.length) },
    { name: 'Tasks better', value: formatCount(comparison.improvements.length) },
  ];
}

export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

/** Describes errored and missing trials; empty if all trials were graded. */
function describeUngradedTrials({ planned, trials, errors }: EvalRunSummary): string {
  return [
    ...(errors > 0 ? [`${formatCount(errors)} of ${formatCount(planned)} errored`] : []),
    ...(planned > trials
      ? [`${formatCount(planned - trials)} of ${formatCount(planned)} not run`]
      : []),
  ].join(', ');
}

/** Describes the known part of a cost; empty if the whole cost is known or unknown. */
function describeKnownCost({
  trials,
  trialsOfUnknownCost: unknown,
  knownCostUsd,
}: EvalRunView): string {
  if (unknown === 0 || unknown === trials) return '';
  const whose = unknown === 1 ? 'trial' : 'trials';
  return `${formatDollars(knownCostUsd)} known; unknown for ${formatCount(unknown)} ${whose}`;
}

/** Formats the duration of a run; "unknown" while the run is active or if it was stopped. */
function formatWallTime({ startedAt, endedAt }: EvalRunView): string {
  const ms = endedAt === undefined ? Number.NaN : Date.parse(endedAt) - Date.parse(startedAt);
  return Number.isFinite(ms) ? formatDuration(ms) : 'unknown';
}
