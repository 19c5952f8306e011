import type { Report } from './report.ts';

/** Numbers of trials in a run that have no result about the agent. */
export interface UnjudgedCounts {
  readonly planned: number;
  readonly errors: number;
  /** Number of planned trials that are not recorded. */
  readonly missing: number;
}

/** Maximum number of errored or missing trials, as a count or as a share from 0 to 1. */
export interface MaxErrors {
  readonly kind: 'count' | 'share';
  readonly most: number;
}

/** Conditions that a run must meet to pass. */
export interface PassConditions {
  /** Minimum pass rate of all judged trials, from 0 to 1. */
  readonly minPassRate?: number | undefined;
  /** Minimum pass rate of the judged trials of each task, from 0 to 1. */
  readonly threshold?: number | undefined;
  /** Maximum number of errored or missing trials. Default: none. */
  readonly maxErrors?: MaxErrors | undefined;
}

const NONE: MaxErrors = { kind: 'count', most: 0 };

/** Lists the reasons why a run does not pass, one sentence each. Empty if the run passes. */
export function listProblems(report: Report, bounds: PassConditions = {}): string[] {
  const { minPassRate, threshold, maxErrors } = bounds;
  const broken = describeTooManyErrors(report, maxErrors);
  const judged = report.passed + report.failed;
  const rate = report.pass_rate?.mean ?? 0;
  return [
    ...(broken === undefined ? [] : [broken]),
    ...(judged === 0 ? ['no trial could be judged, so the run says nothing about the agent'] : []),
    ...(judged > 0 && minPassRate !== undefined && rate < minPassRate
      ? [
          `${formatPercent(rate)} of the judged trials passed, but at least ${formatPercent(minPassRate)} must`,
        ]
      : []),
    ...(threshold === undefined ? [] : describeTasksBelowPassRate(report, threshold)),
  ];
}

/** Describes too many errors or missing trials. Undefined if they are within the limit. */
export function describeTooManyErrors(
  standing: UnjudgedCounts,
  maxErrors: MaxErrors = NONE,
): string | undefined {
  if (!hasTooManyErrors(standing, maxErrors)) return undefined;
  const { planned, errors, missing } = standing;
  const again = missing > 0 ? '--resume' : '--resume --retry-errors';
  const what = [
    ...(errors > 0 ? [`${errors} of ${planned} trials errored`] : []),
    ...(missing > 0 ? [`${missing} of ${planned} trials were not run`] : []),
  ];
  return `${what.join(' and ')}: continue the run with ${again}, or allow them with --max-errors`;
}

export function hasTooManyErrors(
  { planned, errors, missing }: UnjudgedCounts,
  maxErrors: MaxErrors = NONE,
): boolean {
  const { kind, most } = maxErrors;
  return errors + missing > (kind === 'count' ? most : most * planned);
}

/** Formats a note about trials outside the pass rate. Empty if all were judged. */
export function formatUnjudgedNote({ planned, errors, missing }: UnjudgedCounts): string {
  return [
    ...(errors > 0 ? [`${errors} of ${planned} errored`] : []),
    ...(missing > 0 ? [`${missing} of ${planned} not run`] : []),
  ].join(', ');
}

function describeTasksBelowPassRate({ meta, tasks }: Report, threshold: number): string[] {
  const below = tasks.filter(
    ({ passed, failed }) => passed + failed === 0 || passed / (passed + failed) < threshold,
  );
  const untried = Math.max(0, meta.task_count - tasks.length);
  const [first] = below;
  if (first === undefined && untried === 0) return [];
  const name = first === undefined ? 'none of which is recorded' : `first ${first.task_id}`;
  const count = below.length + untried;
  return [`${count} tasks passed fewer than ${formatPercent(threshold)} of their trials, ${name}`];
}

export function formatPercent(share: number | null | undefined): string {
  return share === null || share === undefined ? 'unknown' : `${(share * 100).toFixed(1)} %`;
}
