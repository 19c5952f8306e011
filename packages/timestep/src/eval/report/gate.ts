import type { Report } from './report.ts';

/** How much of a run says nothing about its agent. */
export interface Standing {
  /** Trials that the run has when all are done. */
  readonly planned: number;
  /** Trials that broke. */
  readonly errors: number;
  /** Trials that were not run, or not to their end. */
  readonly missing: number;
}

/** How many trials may break or be missing: so many, or a share of all from 0 to 1. */
export type MaxErrors =
  | { readonly kind: 'count'; readonly most: number }
  | { readonly kind: 'share'; readonly most: number };

/** The bounds that a run must keep. */
export interface Bounds {
  /** From 0 to 1, of the trials that were judged. */
  readonly minPassRate?: number | undefined;
  /** From 0 to 1, of the judged trials of each task. */
  readonly threshold?: number | undefined;
  /** Default: none. */
  readonly maxErrors?: MaxErrors | undefined;
}

const NONE: MaxErrors = { kind: 'count', most: 0 };

/** The reasons why a run does not pass, a sentence each; none where it passes. */
export function problemsOf(report: Report, bounds: Bounds = {}): string[] {
  const { minPassRate, threshold, maxErrors } = bounds;
  const broken = problemWithErrors(report, maxErrors);
  const judged = report.passed + report.failed;
  const rate = report.pass_rate?.mean ?? 0;
  return [
    ...(broken === undefined ? [] : [broken]),
    ...(judged === 0 ? ['no trial could be judged: nothing is known of the agent'] : []),
    ...(judged > 0 && minPassRate !== undefined && rate < minPassRate
      ? [`${percent(rate)} of the judged trials passed, and ${percent(minPassRate)} must`]
      : []),
    ...(threshold === undefined ? [] : tasksBelow(report, threshold)),
  ];
}

/** Why a run says too little about its agent; nothing where its errors are within the bound. */
export function problemWithErrors(
  standing: Standing,
  maxErrors: MaxErrors = NONE,
): string | undefined {
  if (!isTooBroken(standing, maxErrors)) return undefined;
  const { planned, errors, missing } = standing;
  const again = missing > 0 ? '--resume' : '--resume --retry-errors';
  const what = [
    ...(errors > 0 ? [`${errors} of ${planned} trials broke`] : []),
    ...(missing > 0 ? [`${missing} of ${planned} trials were not run`] : []),
  ];
  return `${what.join(' and ')}: continue with ${again}, or allow for them with --max-errors`;
}

export function isTooBroken(
  { planned, errors, missing }: Standing,
  maxErrors: MaxErrors = NONE,
): boolean {
  const { kind, most } = maxErrors;
  return errors + missing > (kind === 'count' ? most : most * planned);
}

/** A note about the trials that a rate leaves out; empty where all were judged. */
export function unjudgedText({ planned, errors, missing }: Standing): string {
  return [
    ...(errors > 0 ? [`${errors} of ${planned} broke`] : []),
    ...(missing > 0 ? [`${missing} of ${planned} not run`] : []),
  ].join(', ');
}

function tasksBelow({ meta, tasks }: Report, threshold: number): string[] {
  const below = tasks.filter(
    ({ passed, failed }) => passed + failed === 0 || passed / (passed + failed) < threshold,
  );
  const untried = Math.max(0, meta.task_count - tasks.length);
  const [first] = below;
  if (first === undefined && untried === 0) return [];
  const name = first === undefined ? 'of which nothing is recorded' : `first ${first.task_id}`;
  const count = below.length + untried;
  return [`${count} of the tasks passed fewer than ${percent(threshold)} of their trials, ${name}`];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
