/** What one process says of one subject. */
export interface TraceMeasurement {
  /** CPU per episode, all threads, until everything was sent, microseconds. */
  readonly cpuUs: number;
  /** How long an episode takes until its answer is there, the median, microseconds of wall time. */
  readonly latencyUs: number;
  /** The same for the slowest one in a hundred. */
  readonly latencyP99Us: number;
}

/** What the projection costs by itself. */
export interface ProjectionMeasurement {
  /** CPU from events to spans, microseconds per span. */
  readonly projectionUs: number;
  /** CPU from spans to the text that is sent, microseconds per span. */
  readonly encodingUs: number;
}
