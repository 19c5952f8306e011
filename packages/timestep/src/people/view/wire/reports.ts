import type { NumberedEvent } from '#core';
import type { TaskTree } from './tree.ts';
import type { EvalComparison, EvalRunView } from './evals.ts';

/** An evaluation run in a report file. */
export interface ReportRun {
  readonly view: EvalRunView;
  /**
   * Positions of trial details in the report file. `details[t][n]` belongs to trial `n` of task `t`
   * in `view`.
   */
  readonly details: readonly (readonly number[])[];
}

/** A report without the trial details, which are stored in chunks of a fixed size. */
export type ReportModel =
  | {
      readonly kind: 'task';
      readonly tree: TaskTree;
      /** The logs of the tasks of the tree, by task id. */
      readonly logs: Readonly<Record<string, readonly NumberedEvent[]>>;
    }
  | { readonly kind: 'run'; readonly trialsOfChunk: number; readonly run: ReportRun }
  | {
      readonly kind: 'comparison';
      readonly trialsOfChunk: number;
      readonly before: ReportRun;
      readonly after: ReportRun;
      readonly comparison: EvalComparison;
    };
