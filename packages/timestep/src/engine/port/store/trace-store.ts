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

/** A span that has not ended, as text. */
export interface OpenSpan {
  readonly id: string;
  readonly body: string;
}

/** A span whose process has not renewed it: it was killed. */
export interface LostSpan extends OpenSpan {
  readonly renewedAt: number;
}

/** Spans that are open in processes, so that another process can end the spans of a killed one. */
export interface OpenSpanStore {
  /** Stores spans, or renews them at a later time, in milliseconds since the epoch. */
  readonly keep: (spans: readonly OpenSpan[], at: number) => Promise<void>;
  /** Removes a span that has ended. False if another process has taken it. */
  readonly release: (id: string) => Promise<boolean>;
  /** Removes and returns the spans that were last renewed before a time. */
  readonly takeLost: (before: number) => Promise<readonly LostSpan[]>;
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
  /** Undefined if the store is lost with its process. */
  readonly openSpans?: OpenSpanStore;
}
