import { buildTrialKey, type TrialRow } from '../trial.ts';
import type { TrialSummary } from './run-reader.ts';
import type { StoredRun } from './read-run.ts';

/** The rows of a run after one pass over its file, without transcripts. */
export interface RunRows {
  /** One row per trial, without transcript: the last row of a trial that ran repeatedly. */
  readonly rows: readonly TrialSummary[];
  /** Row number of each trial in the file, from 0. */
  readonly places: ReadonlyMap<string, number>;
}

/** Reads all rows of an evaluation run once, and indexes them by task and trial. */
export function readRunRows(run: Pick<StoredRun, 'rows'>): RunRows {
  const rows = new Map<string, TrialSummary>();
  const places = new Map<string, number>();
  let at = 0;
  for (const { messages: _messages, ...row } of run.rows()) {
    const key = buildTrialKey(row.task_id, row.trial);
    rows.set(key, row);
    places.set(key, at);
    at += 1;
  }
  return { rows: [...rows.values()], places };
}

/** Yields the rows of `RunRows` with transcripts, in file order, without rows written after `RunRows` was read. */
export function* readRowsWithTranscripts(run: StoredRun, { places }: RunRows): Generator<TrialRow> {
  const counted = new Set(places.values());
  let at = 0;
  for (const row of run.rows()) {
    if (counted.has(at)) yield row;
    at += 1;
  }
}
