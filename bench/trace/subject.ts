/** Everything that is created once, before the first episode. */
export interface TraceSubject {
  /** Runs one whole episode and returns its answer. */
  readonly runOne: () => Promise<string>;
  /** Resolves when all spans have been sent. */
  readonly end: () => Promise<void>;
}

/**
 * The type of a subject's export; `sink` is the address of a collector, `home` the installation
 * folder of another product.
 */
export type PrepareTraced = (sink: string, home?: string) => TraceSubject | Promise<TraceSubject>;
