import { rounded, type Spread } from './statistics.ts';

/** A set of subjects put through the same work in one run. */
export interface Suite {
  readonly name: string;
  /** One sentence: what one unit of work is. */
  readonly about: string;
  readonly rounds: number;
  /** It is run only where it is named or given the data, which are not part of the repository. */
  readonly needsData?: true;
  /** `data` is the folder of `--data`. */
  run(rounds: number, progress: Progress, data?: string): Promise<readonly Outcome[]>;
  /** Builds the report from the measured rows. */
  report(rows: readonly Row[]): Report;
}

/** Tells people what is being done; never part of the result. */
export type Progress = (text: string) => void;

/** One subject's figures, as `--json` prints them. */
export interface Row {
  readonly suite: string;
  /** `timestep…` is ours. */
  readonly name: string;
  /** CPU per unit of work, microseconds, of the best round. */
  readonly cpu_us: number;
  readonly cpu_us_median: number;
  readonly rounds: number;
  readonly [figure: string]: string | number;
}

/** A peer that could not be measured here; it must be said, or the comparison flatters. */
export interface Unavailable {
  readonly suite: string;
  readonly name: string;
  /** Why, for people. */
  readonly unavailable: string;
}

export type Outcome = Row | Unavailable;

export function isUnavailable(outcome: Outcome): outcome is Unavailable {
  return 'unavailable' in outcome;
}

export interface Report {
  readonly head: readonly string[];
  readonly lines: readonly (readonly string[])[];
  readonly aims: readonly Aim[];
}

/** What a figure of ours should not exceed, or should reach. */
export type Aim = { readonly what: string; readonly figure: number } & (
  | { readonly atMost: number }
  | { readonly atLeast: number }
);

export function cpuOf(spread: Spread): { cpu_us: number; cpu_us_median: number } {
  return { cpu_us: rounded(spread.best), cpu_us_median: rounded(spread.median) };
}

/** The row of that name; a suite that has lost one of its rows is broken. */
export function rowNamed(rows: readonly Row[], name: string): Row {
  const row = rows.find((one) => one.name === name);
  if (!row) throw new Error(`there is no row ${name}`);
  return row;
}
