import { counted, formatComparisonHeadline } from '@timestep-ai/timestep/view';
import type { EvalComparison, EvalRunSummary, EvalRunView } from '@timestep-ai/timestep/view';
import {
  formatDifferenceInterval,
  formatDollars,
  formatPercent,
  formatPercentagePoints,
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

function createFigure(name: string, value: number | string, note = ''): Figure {
  return { name, value: typeof value === 'string' ? value : formatCount(value), note };
}

export function listRunFigures(view: EvalRunView): readonly Figure[] {
  const { passRate, meanScore, planned, trials } = view;
  const missing = planned - trials;
  const interval = meanScore?.interval;
  const beside = [formatInterval(passRate), describeUngradedTrials(view)].filter(
    (text) => text !== '',
  );
  return [
    createFigure('Pass rate', formatPercent(passRate?.mean), beside.join(', ')),
    createFigure('Passed', view.passed),
    createFigure('Failed', view.failed),
    createFigure('Errored', view.errors, 'excluded from the pass rate'),
    ...(missing > 0 ? [createFigure('Not run', missing, `of ${formatCount(planned)}`)] : []),
    createFigure(
      'Mean score',
      meanScore ? meanScore.mean.toFixed(3) : 'unknown',
      interval && `95 %: ${interval.low.toFixed(3)} to ${interval.high.toFixed(3)}`,
    ),
    createFigure('Tokens', view.totalTokens),
    createFigure('Cost', formatDollars(view.costUsd), describePartlyKnownCost(view)),
    createFigure('Judge cost', formatDollars(view.judgeCostUsd), 'not included in the cost'),
    createFigure(
      'Duration',
      formatDurationIfEnded(view),
      `${formatDuration(view.durationS * 1000)} summed over all trials`,
    ),
  ];
}

/** Formats the difference in pass rate, then how far the difference can be relied on. */
export function describeComparison(comparison: EvalComparison): string {
  const { verdict, difference, bounds = null, before, after } = comparison;
  const [broken, planned] = [before, after].reduce(
    ([unjudged, all], run) => [unjudged + run.errors + run.planned - run.trials, all + run.planned],
    [0, 0],
  );
  return formatComparisonHeadline({ verdict, difference, bounds, broken, planned });
}

export function listComparisonFigures(comparison: EvalComparison): readonly Figure[] {
  const { tasks, difference, interval, pValue } = comparison;
  const chance = pValue < 0.0001 ? '< 0.0001' : pValue.toFixed(4);
  const describeBroken = (when: string, { errors, planned, trials }: EvalRunSummary): Figure =>
    createFigure(
      `Errored or missing ${when}`,
      errors + planned - trials,
      `of ${formatCount(planned)}`,
    );
  return [
    createFigure(
      'Difference',
      `${formatPercentagePoints(difference)} points`,
      formatDifferenceInterval(interval),
    ),
    createFigure('p', chance, `sign-flip test of ${counted(tasks, 'task')}`),
    createFigure('Pairs', comparison.pairs, 'trials that errored in neither run'),
    describeBroken('before', comparison.before),
    describeBroken('after', comparison.after),
    createFigure('Trials worse', comparison.worse),
    createFigure('Trials better', comparison.better),
    createFigure('Tasks worse', comparison.regressions.length),
    createFigure('Tasks better', comparison.improvements.length),
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
function describePartlyKnownCost({
  trials,
  trialsOfUnknownCost: unknown,
  knownCostUsd,
}: EvalRunView): string {
  if (unknown === 0 || unknown === trials) return '';
  const whose = unknown === 1 ? 'trial' : 'trials';
  return `${formatDollars(knownCostUsd)} known; unknown for ${formatCount(unknown)} ${whose}`;
}

/** Formats the duration of a run; "unknown" while the run is active or if it was stopped. */
function formatDurationIfEnded({ startedAt, endedAt }: EvalRunView): string {
  const ms = endedAt === undefined ? Number.NaN : Date.parse(endedAt) - Date.parse(startedAt);
  return Number.isFinite(ms) ? formatDuration(ms) : 'unknown';
}
