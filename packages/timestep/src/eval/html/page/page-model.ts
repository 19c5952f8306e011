/** What the page is told at once. What is read one by one, transcripts and grades, is in chunks. */
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
  /** The heading it is shown under; tasks of a group follow each other. */
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
  /** Places in `PageModel.graders` of those that did not pass. */
  readonly failing: readonly number[];
  /** By run, where its detail is; `null`: that run has no such trial. */
  readonly places: readonly (Place | null)[];
}

/**
 * What became of a trial; of a pair of them, what changed. `unpaired`: it broke, or is not there, in
 * one of two runs.
 */
export type Outcome = 'passed' | 'failed' | 'error' | 'better' | 'worse' | 'unpaired';

export type Place = readonly [chunk: number, at: number];

/** Everything that is shown of one trial. */
export interface TrialDetail {
  readonly verdict: 'passed' | 'failed' | 'error';
  /** What the agent broke with. */
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
  /** What broke it, or its details as JSON text. */
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
