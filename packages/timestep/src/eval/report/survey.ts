import type { TrialRow } from '../trial.ts';
import type { TrialSummary } from './followed-run.ts';
import type { StoredRun } from './read-run.ts';

/** What is known of a run after reading it once. Transcripts are not kept. */
export interface Survey {
  /** The rows that count, without transcripts: the last row of a trial that was run again counts. */
  readonly rows: readonly TrialSummary[];
  /** By trial, the number of its row in the file, from 0. */
  readonly places: ReadonlyMap<string, number>;
}

/** Reads a run once, row by row. */
export function surveyOf(run: StoredRun): Survey {
  const rows = new Map<string, TrialSummary>();
  const places = new Map<string, number>();
  let at = 0;
  for (const { messages: _messages, ...row } of run.rows()) {
    const key = trialKey(row.task_id, row.trial);
    rows.set(key, row);
    places.set(key, at);
    at += 1;
  }
  return { rows: [...rows.values()], places };
}

/** The key of a trial in a survey. */
export function trialKey(taskId: string, trial: number): string {
  return `${trial} ${taskId}`;
}

/** The rows that count, in the order of the file; rows that came after the survey do not count. */
export function* countedRows(run: StoredRun, { places }: Survey): Generator<TrialRow> {
  const counted = new Set(places.values());
  let at = 0;
  for (const row of run.rows()) {
    if (counted.has(at)) yield row;
    at += 1;
  }
}
