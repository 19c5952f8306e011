import type { EvalComparison, EvalRunView } from './evals.ts';

/** A run in the file of a report. */
export interface ReportRun {
  readonly view: EvalRunView;
  /**
   * By task of the view and then by its trials, the number of the trial's detail. Numbers count from 0 over the
   * details of all chunks of the file.
   */
  readonly details: readonly (readonly number[])[];
}

/** What the file of a report holds beside the details of trials, which are in chunks of a fixed size. */
export type ReportModel =
  | { readonly kind: 'run'; readonly trialsOfChunk: number; readonly run: ReportRun }
  | {
      readonly kind: 'comparison';
      readonly trialsOfChunk: number;
      readonly before: ReportRun;
      readonly after: ReportRun;
      readonly comparison: EvalComparison;
    };
