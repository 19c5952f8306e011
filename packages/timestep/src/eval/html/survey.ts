import type { StoredRun } from '../report/read-run.ts';
import { failuresIn } from '../report/failures-in.ts';
import { reportOf, type Report } from '../report/report.ts';
import type { TrialRow, Verdict } from '../trial.ts';

/** A trial as the overview shows it. */
export interface TrialMark {
  readonly task_id: string;
  readonly trial: number;
  readonly verdict: Verdict;
  readonly cost_usd: number | null;
  /** Names of graders that failed or broke; `agent` or `environment` where that broke. */
  readonly failing: readonly string[];
  /** The number of its row in the file, from 0. */
  readonly row: number;
}

/** What is known of a run after reading it once. Transcripts are not kept. */
export interface Survey {
  readonly report: Report;
  /** Marks by trial; the last row of a trial that was run again counts. */
  readonly marks: ReadonlyMap<string, TrialMark>;
}

export function surveyOf(run: StoredRun): Survey {
  const marks = new Map<string, TrialMark>();
  const report = reportOf(run.meta, marked(run.rows(), marks));
  return { report, marks };
}

function keyOf(taskId: string, trial: number): string {
  return `${trial} ${taskId}`;
}

/** Passes rows on, and keeps a mark of each. */
function* marked(rows: Iterable<TrialRow>, marks: Map<string, TrialMark>): Generator<TrialRow> {
  let at = 0;
  for (const row of rows) {
    const { task_id, trial, verdict, cost_usd } = row;
    const failing = failuresIn(row).map(({ name }) => name);
    marks.set(keyOf(task_id, trial), { task_id, trial, verdict, cost_usd, failing, row: at });
    at += 1;
    yield row;
  }
}

/** The rows that count, in the order of the file; rows that came after the survey do not count. */
export function* countedRows(run: StoredRun, { marks }: Survey): Generator<TrialRow> {
  const counted = new Set([...marks.values()].map(({ row }) => row));
  let at = 0;
  for (const row of run.rows()) {
    if (counted.has(at)) yield row;
    at += 1;
  }
}

/** By row, how many counted rows come before it: the place of its detail. */
export function placesOf({ marks }: Survey): Map<number, number> {
  const rows = [...marks.values()].map(({ row }) => row).toSorted((a, b) => a - b);
  return new Map(rows.map((row, at) => [row, at]));
}
