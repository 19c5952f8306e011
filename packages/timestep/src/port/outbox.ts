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

/** A target with something to be told, lent to one sender until the claim runs out. */
export interface Delivery {
  readonly target: PushTarget;
  /** The generation up to which the target has been told everything. */
  readonly sent: number;
  /** How often in a row telling it has failed. */
  readonly failures: number;
}

/**
 * Who is to be told of tasks, and how far each has been told. The tasks' own logs hold what to tell,
 * so nothing is copied and nothing can be missing. Writes are durable where the runner's are.
 */
export interface Outbox {
  /** Adds or replaces a target, which is told what happens after a generation. */
  put(target: PushTarget, after: number): Promise<void>;
  get(taskId: string, id: string): Promise<PushTarget | undefined>;
  list(taskId: string): Promise<readonly PushTarget[]>;
  remove(taskId: string, id: string): Promise<void>;
  /**
   * Lends out targets that are due and lent to nobody: those of one task, which something is about to
   * happen to, or all that are behind their task. Until `until`, in milliseconds since the epoch, nobody else is lent them.
   */
  claim(now: number, until: number, taskId?: string): Promise<readonly Delivery[]>;
  /** Records how far a target has been told, and keeps it. */
  sent(target: PushTarget, generation: number, until: number): Promise<void>;
  /** Gives a target back, to be lent again from `dueAt` on. */
  release(target: PushTarget, dueAt: number, failures: number): Promise<void>;
  close(): void;
}
