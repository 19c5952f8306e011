import {
  surveyOf,
  trialKey,
  type StoredRun,
  type Survey,
  type TaskTags,
} from '../../eval/index.ts';
import type { EvalRunSummary, EvalRunView, ReportRun } from '../../view/index.ts';
import { findingsOf } from '../evals/findings.ts';
import { runSummary, runView } from '../evals/run-view.ts';
import { TRIALS_OF_A_CHUNK } from './trial-chunks.ts';

/** A run after reading it once, as its view shows it. */
export interface SurveyedRun {
  readonly survey: Survey;
  readonly view: EvalRunView;
  readonly summary: EvalRunSummary;
}

export function surveyedRun(run: StoredRun, name: string, tags: TaskTags): SurveyedRun {
  const survey = surveyOf(run);
  const recorded = { meta: run.meta, rows: survey.rows, isGoing: false };
  const findings = findingsOf(recorded, tags);
  return {
    survey,
    view: runView(name, recorded, findings),
    summary: runSummary(name, recorded, findings.report),
  };
}

/** A run as the file of a report has it, whose details begin with a chunk. */
export function reportRun({ survey, view }: SurveyedRun, firstChunk: number): ReportRun {
  const rows = [...survey.places.values()].toSorted((a, b) => a - b);
  const first = firstChunk * TRIALS_OF_A_CHUNK;
  const numbers = new Map(rows.map((row, at) => [row, first + at]));
  const numberOf = (taskId: string, trial: number): number =>
    numbers.get(survey.places.get(trialKey(taskId, trial)) ?? -1) ?? -1;
  return {
    view,
    details: view.tasks.map(({ id, trials }) => trials.map(({ trial }) => numberOf(id, trial))),
  };
}
