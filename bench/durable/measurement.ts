/** Numbers of concurrent tasks. */
export const CONCURRENCIES = [1, 20, 100] as const;

/** The measurement of some concurrent tasks. */
export interface Pass {
  readonly tasks: number;
  readonly effects: number;
  readonly seconds: number;
  /** CPU of the process with all its threads, and of its server. */
  readonly cpuUs: number;
}

/** The output of one process about one engine. */
export interface Measurement {
  readonly passes: readonly Pass[];
  /** Milliseconds from submitting to durable, for each task. */
  readonly acceptMs: readonly number[];
}

/** The output of the process after a killed one. */
export interface Resumed {
  /** Milliseconds since the epoch; null if nothing happened in time. */
  readonly wentOnAt: number | null;
  readonly doneAt: number | null;
  /** Number of effects that this process performed. */
  readonly effects: number;
}

/** The tasks during which a process is killed, and the time limit for the next process. */
export const CRASH = { tasks: 20, effects: 50, killAt: 500, longestMs: 10_000 } as const;

/** Task lengths in events, whose costs per event are compared. */
export const LENGTHS = [10, 100, 1000, 10_000] as const;

export interface EventCost {
  readonly events: number;
  /** CPU per event. */
  readonly cpuUs: number;
}
