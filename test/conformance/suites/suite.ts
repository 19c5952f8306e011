/** One failed case of a suite, and the suite's message. */
export interface FailedCase {
  readonly id: string;
  readonly problem: string;
}

/** The result of a third-party suite, or the reason why it is not available. */
export type Outcome =
  | {
      readonly kind: 'ran';
      readonly passed: readonly string[];
      readonly failed: readonly FailedCase[];
    }
  | { readonly kind: 'missing'; readonly why: string };

/** A third-party suite at one version, which runs against fixtures of published entry points. */
export interface Suite {
  readonly name: string;
  /** The pinned source: a repository with a commit, or a package with a version. */
  readonly pinned: string;
  /** Runs the suite; its files are cached between runs, outside of the committed files. */
  run(place: SuitePlace): Promise<Outcome>;
}

/** The cache and the source of a suite. */
interface SuitePlace {
  /** A folder for this suite only, which may contain the downloads of an earlier run. */
  readonly scratch: string;
  /** An address or a folder that replaces the public source of the suite. */
  readonly source: string | undefined;
}
