import { formatCount } from '#engine/port';

/** What the first line about two compared evaluation runs says. */
export interface ComparisonFacts {
  readonly verdict: 'regression' | 'improvement' | 'no-difference' | 'too-few-tasks' | 'broken';
  /** Pass rate of the later run minus that of the earlier run, from -1 to 1. */
  readonly difference: number;
  /** Bounds of the difference, however the errored and missing trials had ended. */
  readonly bounds?: { readonly low: number; readonly high: number } | null;
  /** Number of trials of both runs that errored or are missing. */
  readonly broken: number;
  /** Number of trials of both runs that were planned. */
  readonly planned: number;
}

const VERDICTS: Readonly<Record<Exclude<ComparisonFacts['verdict'], 'broken'>, string>> = {
  regression: 'worse, statistically significant',
  improvement: 'better, statistically significant',
  'no-difference': 'not statistically significant',
  'too-few-tasks': 'too few tasks to tell',
};

/** Formats a difference between two shares in percentage points, with its sign. */
export function formatPercentagePoints(difference: number): string {
  const points = (100 * Math.abs(difference)).toFixed(1);
  if (points === '0.0') return points;
  return `${difference < 0 ? '−' : '+'}${points}`;
}

/**
 * Formats the difference in pass rate of two runs, then how far it can be relied on, then between which bounds it
 * would be however the errored and missing trials had ended.
 */
export function formatComparisonHeadline(facts: ComparisonFacts): string {
  const { verdict, difference, bounds, broken, planned } = facts;
  const points = `${formatPercentagePoints(difference)} points`;
  const span = bounds
    ? `; ${formatPercentagePoints(bounds.low)} to ${formatPercentagePoints(bounds.high)}, however `
    : '';
  if (verdict !== 'broken') {
    const whose = span && `${span}the ${formatCount(broken, 'errored or missing trial')} had ended`;
    return `${points}: ${VERDICTS[verdict]}${whose}`;
  }
  const share = `${broken.toLocaleString('en')} of ${formatCount(planned, 'trial')} errored or are missing`;
  return `${points}, but not reliable: ${share}${span && `${span}they had ended`}`;
}
