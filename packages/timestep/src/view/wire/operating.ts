import type { TaskState } from '../../core/index.ts';

/** How a server does. Times are in milliseconds, unless they say otherwise. */
export interface OperatingReport {
  /** Why no tasks can be kept now; absent where they can. */
  readonly trouble?: { readonly code: string; readonly message: string };
  readonly agents: number;
  readonly tasks: readonly { readonly state: TaskState; readonly count: number }[];
  readonly process: {
    readonly memoryBytes: number;
    /** Of all processors, since the process began. */
    readonly cpuMs: number;
    readonly uptimeMs: number;
  };
  /** Since when tasks are measured: since the first request for measurements. */
  readonly measuredSince: number;
  readonly measured: readonly MeasuredSeries[];
}

/** What was measured with one instrument under one set of labels. */
export interface MeasuredSeries {
  readonly name: string;
  readonly about: string;
  /** As UCUM writes it: `s`, `{token}`. */
  readonly unit: string;
  readonly kind: 'counter' | 'histogram';
  readonly labels: Readonly<Record<string, string>>;
  readonly count: number;
  readonly sum: number;
}
