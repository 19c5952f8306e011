/** A push notification target of a task (A2A section 4.3.1), with credentials for the receiver. */
export interface PushTarget {
  readonly taskId: string;
  /** Id unique within the task. A target with the same id replaces this target. */
  readonly id: string;
  readonly url: string;
  /** Token by which the receiver recognizes its subscription (`X-A2A-Notification-Token`). */
  readonly token?: string;
  /** Credentials for the receiver, sent as the `Authorization` header. */
  readonly authentication?: { readonly scheme: string; readonly credentials?: string };
  /** A2A version in which the target was registered. Notifications use its format. */
  readonly version: '1.0' | '0.3';
}

/** Terms of a lease of targets. Times are in milliseconds since the epoch. */
export interface Lease {
  /** Unique name of the lease. */
  readonly holder: string;
  readonly now: number;
  /** Expiry of the lease, after which others may lease the targets, unless it is extended. */
  readonly until: number;
}

/** A target that is leased to one sender until the lease expires. */
export interface Delivery {
  readonly target: PushTarget;
  readonly holder: string;
  /** Generation up to which the target has received every event. */
  readonly sent: number;
  readonly failures: number;
}

/** State of a notification target when its lease is released. */
export interface LeaseResult {
  readonly sent: number;
  readonly failures: number;
  /** Time from which the target may be leased again. */
  readonly dueAt: number;
}

/** Targets that have unsent events and were not given up. */
export interface OutboxBacklog {
  readonly targets: number;
  readonly failing: number;
  /** Time of the oldest unsent change in milliseconds since the epoch. */
  readonly since?: number;
}

/** Time from which a finished or abandoned target is due, leased only with `anew`. */
export const NEVER_DUE: number = Number.MAX_SAFE_INTEGER;

/** Stores notification targets and how far each was notified. A lost lease has no effect. */
export interface Outbox {
  /** Adds or replaces a target, which keeps its progress. False if the task has `limit` others. */
  put(target: PushTarget, sentUntil: number, limit: number): Promise<boolean>;
  get(taskId: string, id: string): Promise<PushTarget | undefined>;
  list(taskId: string): Promise<readonly PushTarget[]>;
  remove(taskId: string, id: string): Promise<void>;
  /** Leases targets that are due and have unsent events, longest due first. */
  claim(lease: Lease, most: number): Promise<readonly Delivery[]>;
  /** Leases the due targets of a task that is about to change. With `anew`, also others. */
  claimForTask(taskId: string, lease: Lease, anew: boolean): Promise<readonly Delivery[]>;
  isHeld(delivery: Delivery): Promise<boolean>;
  /** Records how far a target was notified and extends its lease. False if the lease was lost. */
  hold(delivery: Delivery, sent: number, until: number): Promise<boolean>;
  /** Releases a notification target, if it is still leased. */
  release(delivery: Delivery, returned: LeaseResult): Promise<void>;
  countBacklog(): Promise<OutboxBacklog>;
  /** Deletes a notification target permanently, if it is still leased. */
  discard(delivery: Delivery): Promise<void>;
}
