/** A claim of one exporter to export the log of a task up to a generation. */
export interface TraceClaim {
  readonly taskId: string;
  readonly generation: number;
}

/** A position in the list of ended tasks, ordered by their last change. */
export interface EndedPosition {
  readonly updatedAt: number;
  readonly id: string;
}

/** A page of the list of ended tasks. */
export interface EndedPage {
  /** Ids of ended tasks whose logs have events that no exporter has claimed. */
  readonly unclaimed: readonly string[];
  /** Start of the next page. Undefined after the last page. */
  readonly next?: EndedPosition;
}

/** A trace span that has not ended, as text. */
export interface OpenSpan {
  readonly id: string;
  readonly body: string;
}

/** A span that its process no longer renews, because the process was killed. */
export interface LostSpan extends OpenSpan {
  readonly renewedAt: number;
}

/** Stores the open spans of processes, so that another process can end the spans of a killed process. */
export interface OpenSpanStore {
  /** Stores spans or renews them. The time is in milliseconds since the epoch. */
  readonly keep: (spans: readonly OpenSpan[], at: number) => Promise<void>;
  /** Removes a span that has ended. False if another process has taken it. */
  readonly release: (id: string) => Promise<boolean>;
  /** Removes and returns the spans that were last renewed before a time. */
  readonly takeLost: (before: number) => Promise<readonly LostSpan[]>;
}

/** Progress of span export. An exporter claims a part of a log first, so that each span is sent once. */
export interface TraceStore {
  /**
   * Claims parts of logs. Returns for each the generation that was claimed before; for a deleted task, the claim's
   * own generation.
   */
  claim(claims: readonly TraceClaim[]): Promise<readonly number[]>;
  /** Lists at most `limit` ended tasks after a position, oldest change first. */
  listEnded(after: EndedPosition, limit: number): Promise<EndedPage>;
  /** Returns the time up to which ended tasks were scanned. Undefined before the first scan. */
  getScanTime(): Promise<number | undefined>;
  /** Saves the time up to which ended tasks were scanned, unless a later time is saved. */
  saveScanTime(until: number): Promise<void>;
  /** Store of open spans. Undefined if the store is lost together with its process. */
  readonly openSpans?: OpenSpanStore;
}
