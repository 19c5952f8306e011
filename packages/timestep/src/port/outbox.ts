/**
 * Where notifications about a task are sent (A2A section 4.3.1), and what proves who sends them.
 */
export interface PushTarget {
  readonly taskId: string;
  /** Unique within the task; a target with the same id replaces this one. */
  readonly id: string;
  readonly url: string;
  /** Sent as `X-A2A-Notification-Token`, so that the receiver recognises what it asked for. */
  readonly token?: string;
  /** Sent as `Authorization`. */
  readonly authentication?: { readonly scheme: string; readonly credentials?: string };
  /** The version of A2A in which the target was set; notifications have its form. */
  readonly version: '1.0' | '0.3';
}

/** The terms on which targets are lent; times are milliseconds since the epoch. */
export interface Lease {
  /** The name of this one lease; no other lease may have it. */
  readonly holder: string;
  readonly now: number;
  /** The time from which the targets may be lent to others, unless they are held for longer. */
  readonly until: number;
}

/** A target that is lent to one sender until its lease runs out. */
export interface Delivery {
  readonly target: PushTarget;
  readonly holder: string;
  /** The generation up to which the target has received every event. */
  readonly sent: number;
  /** How many deliveries to the target have failed in a row. */
  readonly failures: number;
}

/** How a target is given back. */
export interface Returned {
  readonly sent: number;
  readonly failures: number;
  /** The time from which it may be lent again. */
  readonly dueAt: number;
}

/** The targets that are behind their tasks and have not been given up. */
export interface OutboxBacklog {
  readonly targets: number;
  /** Those of them to which the newest delivery failed. */
  readonly failing: number;
  /** When the task that waits longest changed, in milliseconds since the epoch; absent where none waits. */
  readonly since?: number;
}

/** The target received everything or was given up: it is due only when it is claimed `anew`. */
export const NEVER_DUE: number = Number.MAX_SAFE_INTEGER;

/**
 * The targets of notifications, and how far each has been notified. The tasks' own logs hold the
 * content, so nothing is copied and nothing can be missing. Writes are as durable as the runner's.
 *
 * A sender no longer holds a target that was removed, set again or lent to another sender: what it
 * reports about that target has no effect.
 */
export interface Outbox {
  /**
   * Adds a target, which receives the events after a generation; a target with its id is replaced,
   * and keeps how far it was notified. Returns false, and changes nothing, where the task has
   * `most` other targets already.
   */
  put(target: PushTarget, after: number, most: number): Promise<boolean>;
  get(taskId: string, id: string): Promise<PushTarget | undefined>;
  list(taskId: string): Promise<readonly PushTarget[]>;
  remove(taskId: string, id: string): Promise<void>;
  /** Lends out targets that are due and behind their task, the longest due first. */
  claim(lease: Lease, most: number): Promise<readonly Delivery[]>;
  /**
   * Lends out the due targets of a task, behind it or not, because something is about to happen to
   * the task; with `anew`, also those that are never due.
   */
  claimOf(taskId: string, lease: Lease, anew: boolean): Promise<readonly Delivery[]>;
  isHeld(delivery: Delivery): Promise<boolean>;
  /** Records how far a target was notified, and keeps it for longer; false where it is not held. */
  hold(delivery: Delivery, sent: number, until: number): Promise<boolean>;
  /** Gives a target back, if it is held. */
  release(delivery: Delivery, returned: Returned): Promise<void>;
  /** Counts what is still to be sent, of all processes that share the outbox. */
  backlog(): Promise<OutboxBacklog>;
  /** Removes a target for good, if it is held. */
  discard(delivery: Delivery): Promise<void>;
}
