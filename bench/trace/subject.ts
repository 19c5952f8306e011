/** Everything that is made once, before the first episode. */
export interface TraceSubject {
  /** Runs one whole episode and returns its answer. */
  readonly runOne: () => Promise<string>;
  /** Resolves when everything that is to be sent was sent. */
  readonly end: () => Promise<void>;
}

/** A subject's module exports this; `sink` is the address of a collector, `home` where a peer is installed. */
export type PrepareTraced = (sink: string, home?: string) => TraceSubject | Promise<TraceSubject>;
