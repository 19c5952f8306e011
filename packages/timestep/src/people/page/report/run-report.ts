import { readRowsWithTranscripts, readTaskTags, type StoredRun, type TaskTags } from '#eval';
import type { EvalRunView } from '#people/view';
import { fillReportTemplate } from './report-template.ts';
import {
  toReportRun,
  summarizeRunForReport,
  TRIALS_PER_CHUNK,
  renderTrialChunks,
} from './survey-run.ts';

/** Renders a run by reading it twice, so that only few transcripts are in memory at once. */
export function* renderRunReport(
  template: string,
  run: StoredRun,
  tags: TaskTags = readTaskTags(run.meta),
): Generator<string> {
  const surveyed = summarizeRunForReport(run, 'run', tags);
  const { view, survey } = surveyed;
  yield* fillReportTemplate(template, {
    title: `${view.suite}: ${view.agent}`,
    summary: summarizeRun(view),
    model: { kind: 'run', trialsOfChunk: TRIALS_PER_CHUNK, run: toReportRun(surveyed, 0) },
    chunks: renderTrialChunks(readRowsWithTranscripts(run, survey), 0),
  });
}

export function summarizeRun(view: EvalRunView): string {
  const { suite, agent, passed, failed, errors, planned, trials, passRate } = view;
  const rate = passRate === null ? 'unknown' : `${(passRate.mean * 100).toFixed(1)} %`;
  return `${suite}, ${agent}: pass rate ${rate}, ${passed} passed, ${failed} failed, ${errors} errored, ${planned - trials} not run.`;
}
