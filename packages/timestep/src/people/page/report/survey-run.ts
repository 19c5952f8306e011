import {
  readRunRows,
  buildTrialKey,
  type StoredRun,
  type RunRows,
  type TaskTags,
} from '../../../eval/index.ts';
import type { EvalRunSummary, EvalRunView, ReportRun } from '../../view/index.ts';
import { computeRunFindings } from '../evals/run-findings.ts';
import { toEvalRunSummary, toEvalRunView } from '../evals/to-eval-run.ts';
import { TRIALS_PER_CHUNK } from './trial-chunks.ts';

/** A run after one pass over its rows. */
export interface SurveyedRun {
  readonly survey: RunRows;
  readonly view: EvalRunView;
  readonly summary: EvalRunSummary;
}

export function surveyRunForReport(run: StoredRun, name: string, tags: TaskTags): SurveyedRun {
  const survey = readRunRows(run);
  const recorded = { meta: run.meta, rows: survey.rows, isGoing: false };
  const findings = computeRunFindings(recorded, tags);
  return {
    survey,
    view: toEvalRunView(name, recorded, findings),
    summary: toEvalRunSummary(name, recorded, findings.report),
  };
}

/** `firstChunk` is the number of the first chunk with its trial details. */
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
