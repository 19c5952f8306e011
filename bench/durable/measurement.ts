/** How many tasks are under way at once. */
export const CONCURRENCIES = [1, 20, 100] as const;

/** Some tasks done side by side. */
export interface Pass {
  readonly tasks: number;
  readonly effects: number;
  readonly seconds: number;
  /** CPU of the process with all its threads and of the server it needs. */
  readonly cpuUs: number;
}

/** What one process tells of one engine. */
export interface Measurement {
  readonly passes: readonly Pass[];
  /** From handing over to durable, each. */
  readonly acceptMs: readonly number[];
}

/** What the process that comes after a killed one tells. */
export interface Resumed {
  /** Milliseconds since the epoch; null where nothing has happened in time. */
  readonly wentOnAt: number | null;
  readonly doneAt: number | null;
  /** Effects that this process did. */
  readonly effects: number;
}

/** The tasks in the middle of which a process is killed, and how long the next may take over them. */
export const CRASH = { tasks: 20, effects: 50, killAt: 500, longestMs: 10_000 } as const;

/** How long tasks are, in events, whose cost per event is compared. */
export const LENGTHS = [10, 100, 1000, 10_000] as const;

export interface EventCost {
  readonly events: number;
  /** CPU per event. */
  readonly cpuUs: number;
}
