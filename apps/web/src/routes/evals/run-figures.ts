import type { EvalComparison, EvalRunSummary, EvalRunView } from '@timestep-ai/timestep/view';
import {
  betweenText,
  dollarsText,
  percentText,
  pointsText,
  withinText,
} from '../../components/eval-text.ts';
import type { Figure } from '../../components/figure-list.tsx';
import { lengthText, momentText } from '../../components/time-text.ts';

/** How a run was made, on one line. */
export function settingText(view: EvalRunView): string {
  const { suite, agent, startedAt, seed, graders } = view;
  return [
    suite,
    agent,
    `begun ${momentText(Date.parse(startedAt))}`,
    `seed ${seed}`,
    `graders ${graders.join(', ') || 'none'}`,
  ].join(', ');
}

/** What a run came to. An unknown cost is never shown as 0. */
export function runFigures(view: EvalRunView): readonly Figure[] {
  const { passRate, meanScore, planned, trials } = view;
  const missing = planned - trials;
  const beside = [withinText(passRate), unjudgedText(view)].filter((text) => text !== '');
  return [
    { name: 'Pass rate', value: percentText(passRate?.mean), note: beside.join(', ') },
    { name: 'Passed', value: countText(view.passed) },
    { name: 'Failed', value: countText(view.failed) },
    { name: 'Broke', value: countText(view.errors), note: 'in no rate' },
    ...(missing > 0
      ? [{ name: 'Not run', value: countText(missing), note: `of ${countText(planned)}` }]
      : []),
    {
      name: 'Mean score',
      value: meanScore ? meanScore.mean.toFixed(3) : 'unknown',
      note: meanScore?.interval
        ? `95 %: ${meanScore.interval.low.toFixed(3)} to ${meanScore.interval.high.toFixed(3)}`
        : '',
    },
    { name: 'Tokens', value: countText(view.totalTokens) },
    { name: 'Cost', value: dollarsText(view.costUsd), note: knownCostText(view) },
    { name: 'Cost of judges', value: dollarsText(view.judgeCostUsd), note: 'apart from it' },
    {
      name: 'Duration',
      value: wallText(view),
      note: `${lengthText(view.durationS * 1000)} of all trials together`,
    },
  ];
}

/** What a comparison came to. */
export function comparisonFigures(comparison: EvalComparison): readonly Figure[] {
  const { tasks, pairs, better, worse, difference, interval, pValue } = comparison;
  const taskCount = `${countText(tasks)} ${tasks === 1 ? 'task' : 'tasks'}`;
  const broken = (name: string, run: EvalRunSummary): Figure => ({
    name,
    value: countText(run.errors + run.planned - run.trials),
    note: `of ${countText(run.planned)}`,
  });
  return [
    { name: 'Difference', value: `${pointsText(difference)} points`, note: betweenText(interval) },
    {
      name: 'p',
      value: pValue < 0.0001 ? '< 0.0001' : pValue.toFixed(4),
      note: `sign flips of ${taskCount}`,
    },
    { name: 'Pairs', value: countText(pairs), note: 'that broke in neither' },
    broken('Broken before', comparison.before),
    broken('Broken after', comparison.after),
    { name: 'Trials worse', value: countText(worse) },
    { name: 'Trials better', value: countText(better) },
    { name: 'Tasks worse', value: countText(comparison.regressions.length) },
    { name: 'Tasks better', value: countText(comparison.improvements.length) },
  ];
}

export function countText(count: number): string {
  return count.toLocaleString('en');
}

/** A note about the trials that a rate leaves out; empty where all were judged. */
function unjudgedText({ planned, trials, errors }: EvalRunSummary): string {
  return [
    ...(errors > 0 ? [`${countText(errors)} of ${countText(planned)} broke`] : []),
    ...(planned > trials
      ? [`${countText(planned - trials)} of ${countText(planned)} not run`]
      : []),
  ].join(', ');
}

/** The known part of the cost, where the sum is unknown. */
function knownCostText({
  trials,
  trialsOfUnknownCost: unknown,
  knownCostUsd,
}: EvalRunView): string {
  if (unknown === 0 || unknown === trials) return '';
  const whose = unknown === 1 ? 'trial' : 'trials';
  return `${dollarsText(knownCostUsd)} known, ${countText(unknown)} ${whose} not`;
}

/** From the start to the end; unknown while the run goes on, or where it was stopped. */
function wallText({ startedAt, endedAt }: EvalRunView): string {
  const ms = endedAt === undefined ? Number.NaN : Date.parse(endedAt) - Date.parse(startedAt);
  return Number.isFinite(ms) ? lengthText(ms) : 'unknown';
}
