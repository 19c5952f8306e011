/** The data that the page has at once. Transcripts and grades, read one by one, are in chunks. */
export interface PageModel {
  /** The name of each run: one, or the two that are compared. */
  readonly runs: readonly string[];
  readonly graders: readonly string[];
  readonly tags: readonly string[];
  /** Headings of the figures of a task. */
  readonly columns: readonly string[];
  /** In the order in which they are shown. */
  readonly tasks: readonly PageTask[];
}

export interface PageTask {
  readonly id: string;
  /** The heading above the task; tasks of a group follow each other. */
  readonly group?: string;
  /** Places in `PageModel.tags`. */
  readonly tags: readonly number[];
  readonly figures: readonly string[];
  /** What failed most, in short. */
  readonly why: string;
  readonly trials: readonly PageTrial[];
}

export interface PageTrial {
  /** Counts from 0. */
  readonly number: number;
  readonly outcome: Outcome;
  /** Places in `PageModel.graders` of the graders that did not pass. */
  readonly failing: readonly number[];
  /** The place of the detail, by run; `null` where the run has no such trial. */
  readonly places: readonly (Place | null)[];
}

/**
 * The outcome of a trial, or the change between a pair of trials. `unpaired`: the trial broke or is
 * missing in one of two runs.
 */
export type Outcome = 'passed' | 'failed' | 'error' | 'better' | 'worse' | 'unpaired';

export type Place = readonly [chunk: number, at: number];

/** Everything that is shown of one trial. */
export interface TrialDetail {
  readonly verdict: 'passed' | 'failed' | 'error';
  /** The error of the agent. */
  readonly error: string | null;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly grades: readonly GradeDetail[];
  /** `null` where the run kept no transcripts. */
  readonly entries: readonly TranscriptEntry[] | null;
}

export interface GradeDetail {
  readonly name: string;
  readonly standing: 'passed' | 'failed' | 'skipped' | 'error';
  readonly score: string;
  /** The error of the grader, or its details as JSON text. */
  readonly reason: string;
}

export interface TranscriptEntry {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
  readonly calls?: readonly CallDetail[];
}

/** A tool call with its result; `null`: there is none. */
export interface CallDetail {
  readonly name: string;
  readonly arguments: string;
  readonly result: string | null;
  readonly failed: boolean;
}
