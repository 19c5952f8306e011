/** A push notification target of a task (A2A section 4.3.1), with credentials for the receiver. */
export interface PushTarget {
  readonly taskId: string;
  /** Id of the target, unique within the task. A new target with the same id replaces this one. */
  readonly id: string;
  readonly url: string;
  /** Token by which the receiver recognizes its subscription (`X-A2A-Notification-Token`). */
  readonly token?: string;
  /** Credentials for the receiver, sent as the `Authorization` header. */
  readonly authentication?: { readonly scheme: string; readonly credentials?: string };
  /**
   * A2A version in which the target was registered, which is also the format of its notifications.
   */
  readonly version: '1.0' | '0.3';
}

/** Terms under which push notification targets are leased. Times are in milliseconds since the epoch. */
export interface Lease {
  /** Unique name of the lease. */
  readonly holder: string;
  readonly now: number;
  /** Time at which the lease expires unless it is extended. Then another sender may lease the targets. */
  readonly until: number;
}

/** A push notification target that is leased to one sender until the lease expires. */
export interface Delivery {
  readonly target: PushTarget;
  readonly holder: string;
  /** Generation of the newest event up to which the target has received all events. */
  readonly sent: number;
  readonly failures: number;
}

/** State of a push notification target when its lease is released. */
export interface LeaseResult {
  readonly sent: number;
  readonly failures: number;
  /** Time from which the target may be leased again. */
  readonly dueAt: number;
}

/** Counts of the push notification targets that have unsent events and were not given up. */
export interface OutboxBacklog {
  readonly targets: number;
  readonly failing: number;
  /** Time of the oldest unsent change in milliseconds since the epoch. */
  readonly since?: number;
}

/**
 * Due time of a target that gets no more notifications by itself. Only `claimForTask` with `anew` tries it
 * again.
 */
export const NEVER_DUE: number = Number.MAX_SAFE_INTEGER;

/** Stores push notification targets and how far each was notified. Calls with a lost lease have no effect. */
export interface Outbox {
  /**
   * Adds a notification target, or replaces the one with its id and keeps its progress. False if the task
   * already has `limit` other targets.
   */
  put(target: PushTarget, sentUntil: number, limit: number): Promise<boolean>;
  get(taskId: string, id: string): Promise<PushTarget | undefined>;
  list(taskId: string): Promise<readonly PushTarget[]>;
  remove(taskId: string, id: string): Promise<void>;
  /** Leases at most `most` targets that are due and have unsent events; the longest due first. */
  claim(lease: Lease, most: number): Promise<readonly Delivery[]>;
  /** Leases the due targets of a task that is about to change. With `anew`, also targets that are not due. */
  claimForTask(taskId: string, lease: Lease, anew: boolean): Promise<readonly Delivery[]>;
  isHeld(delivery: Delivery): Promise<boolean>;
  /** Records up to which event a target was notified, and extends its lease. False if the lease was lost. */
  hold(delivery: Delivery, sent: number, until: number): Promise<boolean>;
  /** Releases a notification target, if it is still leased. */
  release(delivery: Delivery, returned: LeaseResult): Promise<void>;
  countBacklog(): Promise<OutboxBacklog>;
  /** Deletes a notification target permanently, if it is still leased. */
  discard(delivery: Delivery): Promise<void>;
}
