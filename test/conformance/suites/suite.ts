/** One case of a suite that failed, and what the suite says of it. */
export interface FailedCase {
  readonly id: string;
  readonly problem: string;
}

/** How a suite of others ended, or why it could not be had. */
export type Outcome =
  | {
      readonly kind: 'ran';
      readonly passed: readonly string[];
      readonly failed: readonly FailedCase[];
    }
  | { readonly kind: 'missing'; readonly why: string };

/** A suite of others at one version, and how it is run against fixtures of published entry points. */
export interface Suite {
  readonly name: string;
  /** What is brought: a repository with a commit, or a package with a version. */
  readonly pinned: string;
  /** Where the suite's files are kept between runs; outside of what is committed. */
  run(place: SuitePlace): Promise<Outcome>;
}

/** Where a suite is kept, and where it comes from. */
interface SuitePlace {
  /** A folder of this suite alone, which may hold what an earlier run has brought. */
  readonly scratch: string;
  /** An address or a folder to bring the suite from, in place of its public one. */
  readonly source: string | undefined;
}
