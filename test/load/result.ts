/** The result of one load. */
export interface Result {
  readonly name: string;
  readonly what: string;
  readonly figures: Readonly<Record<string, number>>;
  /** Failed checks; empty if all passed. */
  readonly problems: readonly string[];
}
