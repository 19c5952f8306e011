/** Where what happens to a task is to be told (A2A section 4.3.1), and how to prove who tells it. */
export interface PushTarget {
  readonly taskId: string;
  /** Unique within the task; the same again replaces the target. */
  readonly id: string;
  readonly url: string;
  /** Sent as `X-A2A-Notification-Token`, so that the receiver knows what it asked for. */
  readonly token?: string;
  /** Sent as `Authorization`. */
  readonly authentication?: { readonly scheme: string; readonly credentials?: string };
  /** The version it was asked for in, which decides on the form of what is sent. */
  readonly version: '1.0' | '0.3';
}

/** On what terms targets are lent; times are milliseconds since the epoch. */
export interface Lease {
  /** Names this one time of lending; no other may have it. */
  readonly holder: string;
  readonly now: number;
  /** When targets may be lent to others, unless they are held for longer. */
  readonly until: number;
}

/** A target that is lent to one sender until its lease runs out. */
export interface Delivery {
  readonly target: PushTarget;
  readonly holder: string;
  /** The generation up to which the target has been told everything. */
  readonly sent: number;
  /** How often in a row telling it has failed. */
  readonly failures: number;
}

/** How a target is given back. */
export interface Returned {
  readonly sent: number;
  readonly failures: number;
  /** From when on it may be lent again. */
  readonly dueAt: number;
}

/** Due when somebody asks for it anew only: told to the end, or given up. */
export const NEVER_DUE: number = Number.MAX_SAFE_INTEGER;

/**
 * Who is to be told of tasks, and how far each has been told. The tasks' own logs hold what to tell,
 * so nothing is copied and nothing can be missing. Writes are durable where the runner's are.
 *
 * A target that was removed, set again or lent to another is no longer held by whom it was lent to:
 * nothing such a holder says of it counts.
 */
export interface Outbox {
  /**
   * Adds a target, which is told what happens after a generation, or replaces it where it was. False
   * where its task has `most` others already: nothing has changed then.
   */
  put(target: PushTarget, after: number, most: number): Promise<boolean>;
  get(taskId: string, id: string): Promise<PushTarget | undefined>;
  list(taskId: string): Promise<readonly PushTarget[]>;
  remove(taskId: string, id: string): Promise<void>;
  /** Lends out targets that are due and behind their task, the longest due first. */
  claim(lease: Lease, most: number): Promise<readonly Delivery[]>;
  /**
   * Lends out the targets of a task that are due, behind it or not, because something is about to
   * happen to it; `anew` those that are never due as well.
   */
  claimOf(taskId: string, lease: Lease, anew: boolean): Promise<readonly Delivery[]>;
  isHeld(delivery: Delivery): Promise<boolean>;
  /** Records how far a target was told, and keeps it for longer; false where it is not held. */
  hold(delivery: Delivery, sent: number, until: number): Promise<boolean>;
  /** Gives a target back, if it is held. */
  release(delivery: Delivery, returned: Returned): Promise<void>;
  /** Removes a target for good, if it is held. */
  discard(delivery: Delivery): Promise<void>;
}
