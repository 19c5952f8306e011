/** A harness that runs the cases, as a process that starts and ends. */
export interface Subject {
  readonly name: string;
  readonly kind: 'ours' | 'peer';
  /** Numbers of cases, with one measurement for each. */
  readonly sizes: readonly number[];
  /**
   * Writes the input of the harness to a new, empty folder, and returns how to start it there.
   * `home` is the folder in which the harness is installed.
   */
  prepare(folder: string, cases: number, home: string): Started;
  /** Returns the number of passed cases according to the output files. */
  passed(folder: string): number;
}

/** The arguments of Node, and additional environment variables. */
export interface Started {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The question of a case, and the answer that passes it. */
export interface Case {
  readonly question: string;
  readonly answer: string;
}

/** Creates trivial cases, because the harness is measured. No two cases are equal. */
export function createCases(count: number): Case[] {
  return Array.from({ length: count }, (_, index) => ({
    question: `case ${index}`,
    answer: `Echo: case ${index}`,
  }));
}
