/** A claim to export a task's log, from the start of the log to a generation. */
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
  /** Ids of the ended tasks whose log has events that no exporter has claimed. */
  readonly unclaimed: readonly string[];
  /** Start of the next page. Undefined after the last page. */
  readonly next?: EndedPosition;
}

/** Export progress of spans. A part of a log is claimed first, so that each span is sent once. */
export interface TraceStore {
  /** Returns the generation claimed before each claim; of a deleted task, that of the claim. */
  claim(claims: readonly TraceClaim[]): Promise<readonly number[]>;
  /** Lists at most `limit` ended tasks after a position, oldest change first. */
  listEnded(after: EndedPosition, limit: number): Promise<EndedPage>;
  /** Returns the time up to which ended tasks were scanned. Undefined before the first scan. */
  getScanTime(): Promise<number | undefined>;
  /** Saves the time up to which ended tasks were scanned. Never moves back. */
  saveScanTime(until: number): Promise<void>;
}
