/** A harness that is put through the cases, as a process that begins and ends. */
export interface Subject {
  readonly name: string;
  readonly kind: 'ours' | 'peer';
  /** How many cases it is given; one measurement for each. */
  readonly sizes: readonly number[];
  /**
   * Writes what the harness needs to try the cases into a new, empty folder, and says how it is
   * started there. `home` is where the peer is installed.
   */
  prepare(folder: string, cases: number, home: string): Started;
  /** How many cases have passed, as what it left behind says. */
  passed(folder: string): number;
}

/** The arguments of Node, and variables beside those of this process. */
export interface Started {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** What is asked in a case, and what must be answered to pass it. */
export interface Case {
  readonly question: string;
  readonly answer: string;
}

/** Trivial cases: what is measured is the harness. No two are alike. */
export function casesOf(count: number): Case[] {
  return Array.from({ length: count }, (_, index) => ({
    question: `case ${index}`,
    answer: `Echo: case ${index}`,
  }));
}
