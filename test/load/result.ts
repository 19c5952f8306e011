/** What one load has shown. */
export interface Result {
  readonly name: string;
  readonly what: string;
  readonly figures: Readonly<Record<string, number>>;
  /** What should not be so; nothing where all is well. */
  readonly problems: readonly string[];
}
