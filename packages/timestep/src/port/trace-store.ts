/** A part of a task's log, from its beginning to a generation. */
export interface TraceClaim {
  readonly taskId: string;
  readonly generation: number;
}

/** A place among the tasks that have ended, in the order of their last changes. */
export interface EndedPosition {
  readonly updatedAt: number;
  readonly id: string;
}

/** Some tasks that have ended. */
export interface EndedPage {
  /** Those of which a part has not been claimed. */
  readonly unclaimed: readonly string[];
  /** Where the next page begins; absent after the last one. */
  readonly next?: EndedPosition;
}

/**
 * How far the spans of tasks were exported. A part of a log is claimed before its spans are sent, so that a
 * span is sent at most once, whichever processes and however many of them export.
 */
export interface TraceStore {
  /**
   * Claims parts of logs; returns for each, in order, the generation up to which it had been claimed
   * before: spans that ended later are the caller's to send, and no other caller's. For a task that is
   * no longer there it returns the generation of the claim, so that nothing of it is sent.
   */
  claim(claims: readonly TraceClaim[]): Promise<readonly number[]>;
  /** At most `limit` ended tasks after a position, the oldest change first. */
  ended(after: EndedPosition, limit: number): Promise<EndedPage>;
  /** The time up to which ended tasks were looked through; `undefined` before the first time. */
  lookedUntil(): Promise<number | undefined>;
  /** Notes that ended tasks were looked through, in milliseconds since the epoch; never moves back. */
  noteLook(until: number): Promise<void>;
}
