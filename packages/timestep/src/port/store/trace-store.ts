/** A part of a task's log, from its start to a generation. */
export interface TraceClaim {
  readonly taskId: string;
  readonly generation: number;
}

/** A position among the ended tasks, ordered by their last change. */
export interface EndedPosition {
  readonly updatedAt: number;
  readonly id: string;
}

/** A page of ended tasks. */
export interface EndedPage {
  /** Ids of the tasks whose log is not fully claimed. */
  readonly unclaimed: readonly string[];
  /** Start of the next page. Undefined after the last page. */
  readonly next?: EndedPosition;
}

/**
 * Export progress of task spans. A part of a log is claimed before its spans are sent, so that each
 * span is sent at most once by any number of exporting processes.
 */
export interface TraceStore {
  /**
   * Claims parts of logs. Returns for each, in order, the generation claimed before; the caller
   * alone must send spans that ended later. For a deleted task, returns the generation of the
   * claim, so that nothing is sent.
   */
  claim(claims: readonly TraceClaim[]): Promise<readonly number[]>;
  /** Lists at most `limit` ended tasks after a position, oldest change first. */
  listEnded(after: EndedPosition, limit: number): Promise<EndedPage>;
  /** Returns the time up to which ended tasks were scanned. Undefined before the first scan. */
  getScanTime(): Promise<number | undefined>;
  /**
   * Saves the time up to which ended tasks were scanned, in milliseconds since the epoch. Never
   * moves back.
   */
  saveScanTime(until: number): Promise<void>;
}
