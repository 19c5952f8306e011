/** What one process tells of one subject. */
export interface EpisodeMeasurement {
  /** CPU per episode, all threads, microseconds. */
  readonly cpuUs: number;
  /** Heap that an episode leaves behind after garbage collection. */
  readonly retainedBytes: number;
  /** From the import of the subject's module to the end of its first episode. */
  readonly coldMs: number;
  readonly peakRssMb: number;
}
