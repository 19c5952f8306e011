import { roundToTwoDecimals, type Spread } from './statistics.ts';

/** A set of subjects that do the same work in one run. */
export interface Suite {
  readonly name: string;
  /** One sentence that describes one unit of work. */
  readonly about: string;
  readonly rounds: number;
  /**
   * The suite needs data that is not part of the repository, so it runs only by name or with
   * `--data`.
   */
  readonly needsData?: true;
  /** The suite takes so long that it runs only by name. */
  readonly isByName?: true;
  /** Runs the suite. */
  run(rounds: number, progress: Progress, given?: Given): Promise<readonly Outcome[]>;
  /** Creates the report of the subjects that could be measured. */
  report(rows: readonly Row[]): Report;
}

/** What the command line gives to suites that ask for it. */
export interface Given {
  /** The folder of `--data`. */
  readonly data?: string | undefined;
  /** From which random choices are drawn. */
  readonly seed?: number | undefined;
  /** The subjects to run, all of them if none. */
  readonly only?: readonly string[] | undefined;
  /** A file to which a long suite appends what it has measured, and which it reads at the next run. */
  readonly keep?: string | undefined;
}

/** Prints the progress for people; never part of the result. */
export type Progress = (text: string) => void;

/** One subject's figures, as `--json` prints them. */
export interface Row {
  readonly suite: string;
  /** Timestep's own subjects begin with `timestep`. */
  readonly name: string;
  /** Microseconds of CPU per unit of work, of the best round. */
  readonly cpu_us: number;
  readonly cpu_us_median: number;
  readonly rounds: number;
  readonly [figure: string]: string | number;
}

/**
 * A product that could not be measured; the report must list it, because the comparison would be
 * biased otherwise.
 */
export interface Unavailable {
  readonly suite: string;
  readonly name: string;
  /** The reason, for people. */
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

/** A limit that a figure of Timestep should not exceed, or should reach. */
export type Aim = { readonly what: string; readonly figure: number } & (
  | { readonly atMost: number }
  | { readonly atLeast: number }
);

export function toCpuFields(spread: Spread): { cpu_us: number; cpu_us_median: number } {
  return {
    cpu_us: roundToTwoDecimals(spread.best),
    cpu_us_median: roundToTwoDecimals(spread.median),
  };
}

/** Returns the row of that name; throws if a suite has lost a row. */
export function requireRow(rows: readonly Row[], name: string): Row {
  const row = rows.find((one) => one.name === name);
  if (!row) throw new Error(`there is no row ${name}`);
  return row;
}
