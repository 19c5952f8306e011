import type { TaskState } from '#core';

/** Health of a server. Times are in milliseconds unless a field says otherwise. */
export interface ServerHealth {
  /** Reason why tasks cannot be stored at the moment; undefined if they can. */
  readonly trouble?: { readonly code: string; readonly message: string };
  readonly agents: number;
  readonly tasks: readonly { readonly state: TaskState; readonly count: number }[];
  readonly process: {
    readonly memoryBytes: number;
    /** CPU time of the process on all processors since its start. */
    readonly cpuMs: number;
    readonly uptimeMs: number;
  };
  /** Start of the task measurements, which is the first request for metrics. */
  readonly measuredSince: number;
  readonly measured: readonly MeasuredSeries[];
}

/** The measurements of one metric instrument with one set of labels. */
export interface MeasuredSeries {
  readonly name: string;
  readonly about: string;
  /** Unit in UCUM notation, such as `s` or `{token}`. */
  readonly unit: string;
  readonly kind: 'counter' | 'histogram';
  readonly labels: Readonly<Record<string, string>>;
  readonly count: number;
  readonly sum: number;
}
