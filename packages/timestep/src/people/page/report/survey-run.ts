import {
  readRunRows,
  buildTrialKey,
  type StoredRun,
  type RunRows,
  type TaskTags,
  type TrialRow,
} from '#eval';
import type { EvalRunSummary, EvalRunView, ReportRun } from '#people/view';
import { computeRunFindings } from '../evals/run-findings.ts';
import { toEvalRunSummary, toEvalRunView, toEvalTrial } from '../evals/to-eval-run.ts';
import { gzipSync } from 'node:zlib';

export interface SurveyedRun {
  readonly survey: RunRows;
  readonly view: EvalRunView;
  readonly summary: EvalRunSummary;
}

export function summarizeRunForReport(run: StoredRun, name: string, tags: TaskTags): SurveyedRun {
  const survey = readRunRows(run);
  const recorded = { meta: run.meta, rows: survey.rows, isGoing: false };
  const findings = computeRunFindings(recorded, tags);
  return {
    survey,
    view: toEvalRunView(name, recorded, findings),
    summary: toEvalRunSummary(name, recorded, findings.report),
  };
}

/**
 * Converts a run for a report. `firstChunk` is the index of the run's first chunk of trial details.
 */
export function toReportRun({ survey, view }: SurveyedRun, firstChunk: number): ReportRun {
  const rows = [...survey.places.values()].toSorted((a, b) => a - b);
  const first = firstChunk * TRIALS_PER_CHUNK;
  const numbers = new Map(rows.map((row, at) => [row, first + at]));
  const numberOf = (taskId: string, trial: number): number =>
    numbers.get(survey.places.get(buildTrialKey(taskId, trial)) ?? -1) ?? -1;
  return {
    view,
    details: view.tasks.map(({ id, trials }) => trials.map(({ trial }) => numberOf(id, trial))),
  };
}

/**
 * Number of trials per chunk: similar trials compress well together, and a small chunk unpacks
 * fast.
 */
export const TRIALS_PER_CHUNK = 16;

export function countTrialChunks(trials: number): number {
  return Math.ceil(trials / TRIALS_PER_CHUNK);
}

/** Yields `script` elements that no browser executes: trials as gzipped JSON in base64. */
export function* renderTrialChunks(
  rows: Iterable<TrialRow>,
  firstChunk: number,
): Generator<string> {
  let chunk = firstChunk;
  let trials: string[] = [];
  const packChunk = (): string => {
    const text = gzipSync(`[${trials.join(',')}]`).toString('base64');
    return `<script type="text/plain" id="chunk-${chunk}">${text}</script>\n`;
  };
  for (const row of rows) {
    trials.push(JSON.stringify(toEvalTrial(row)));
    if (trials.length < TRIALS_PER_CHUNK) continue;
    yield packChunk();
    chunk += 1;
    trials = [];
  }
  if (trials.length > 0) yield packChunk();
}
