import { countedRows, readTaskTags, type StoredRun, type TaskTags } from '../../eval/index.ts';
import type { EvalRunView } from '../../view/index.ts';
import { filledReport } from './filled-report.ts';
import { reportRun, surveyedRun } from './surveyed-run.ts';
import { TRIALS_OF_A_CHUNK, trialChunks } from './trial-chunks.ts';

/**
 * The file of a run, made of the template of reports. Reads the run twice, so that only a few transcripts are
 * held at a time.
 */
export function* runPieces(
  template: string,
  run: StoredRun,
  tags: TaskTags = readTaskTags(run.meta),
): Generator<string> {
  const surveyed = surveyedRun(run, 'run', tags);
  const { view, survey } = surveyed;
  yield* filledReport(template, {
    title: `${view.suite}: ${view.agent}`,
    summary: summaryOf(view),
    model: { kind: 'run', trialsOfChunk: TRIALS_OF_A_CHUNK, run: reportRun(surveyed, 0) },
    chunks: trialChunks(countedRows(run, survey), 0),
  });
}

/** A run in a sentence. */
export function summaryOf(view: EvalRunView): string {
  const { suite, agent, passed, failed, errors, planned, trials, passRate } = view;
  const rate = passRate === null ? 'unknown' : `${(passRate.mean * 100).toFixed(1)} %`;
  return `${suite}, ${agent}: pass rate ${rate}, ${passed} passed, ${failed} failed, ${errors} broke, ${planned - trials} not run.`;
}
