/** The output of one process about one subject. */
export interface TraceMeasurement {
  /** Microseconds of CPU per episode, all threads, until all spans were sent. */
  readonly cpuUs: number;
  /** Median latency of an episode until its answer, in microseconds of wall time. */
  readonly latencyUs: number;
  /** 99th percentile of the latency. */
  readonly latencyP99Us: number;
}

/** The cost of the projection alone. */
export interface ProjectionMeasurement {
  /** Microseconds of CPU per span, from events to spans. */
  readonly projectionUs: number;
  /** Microseconds of CPU per span, from spans to the sent text. */
  readonly encodingUs: number;
}
