/** The output of one process about one subject. */
export interface EpisodeMeasurement {
  /** Microseconds of CPU per episode, all threads. */
  readonly cpuUs: number;
  /** Heap bytes that an episode leaves behind after garbage collection. */
  readonly retainedBytes: number;
  /** Milliseconds from the import of the subject's module to the end of its first episode. */
  readonly coldMs: number;
  readonly peakRssMb: number;
}
