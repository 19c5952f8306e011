import type { FailedCase, Outcome } from './suite.ts';

/** Cases that may fail, each with its reason, by the name of their suite. */
export type Exceptions = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** One suite in the table that a run prints. */
export interface Row {
  readonly suite: string;
  readonly passed: number;
  readonly failed: number;
  /** Number of failed cases that the exceptions allow. */
  readonly allowed: number;
  /** The reason why nothing ran; undefined if the suite ran. */
  readonly missing?: string;
}

/** A row with the cases behind its numbers. */
export interface Judged {
  readonly row: Row;
  readonly unexpected: readonly FailedCase[];
  /** Exceptions whose cases now pass, or are not in the suite. */
  readonly stale: readonly string[];
}

/** Compares the result of a suite with the committed exceptions. */
export function judged(suite: string, outcome: Outcome, exceptions: Exceptions): Judged {
  const excused = exceptions[suite] ?? {};
  if (outcome.kind === 'missing') {
    const row = { suite, passed: 0, failed: 0, allowed: 0, missing: outcome.why };
    return { row, unexpected: [], stale: [] };
  }
  const { passed, failed } = outcome;
  const unexpected = failed.filter(({ id }) => !Object.hasOwn(excused, id));
  const stale = Object.keys(excused).filter((id) => !failed.some((one) => one.id === id));
  const allowed = failed.length - unexpected.length;
  return {
    row: { suite, passed: passed.length, failed: failed.length, allowed },
    unexpected,
    stale,
  };
}

/**
 * Returns whether a run must exit with an error: too many cases failed, or a required suite did not
 * run.
 */
export function isRefused(rows: readonly Row[], isRequired: boolean): boolean {
  return rows.some(
    ({ failed, allowed, missing }) => failed > allowed || (isRequired && missing !== undefined),
  );
}

/** Formats the result of one suite for people. */
export function linesOf({ row, unexpected, stale }: Judged): readonly string[] {
  const { suite, passed, failed, allowed, missing } = row;
  if (missing !== undefined) return [`${suite}: not run, because ${missing}`];
  return [
    `${suite}: ${passed} passed, ${failed} failed, of which ${allowed} are allowed to`,
    ...unexpected.map(({ id, problem }) => `  ${id}: ${problem}`),
    ...stale.map((id) => `  ${id} is among the exceptions and does not fail: take it out`),
  ];
}
