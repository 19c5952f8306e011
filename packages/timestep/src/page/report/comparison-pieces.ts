import {
  compareRuns,
  countedRows,
  readTaskTags,
  type CompareOptions,
  type StoredRun,
  type TaskTags,
} from '../../eval/index.ts';
import { comparisonView } from '../evals/comparison-view.ts';
import { filledReport } from './filled-report.ts';
import { summaryOf } from './run-pieces.ts';
import { reportRun, surveyedRun } from './surveyed-run.ts';
import { chunksOf, TRIALS_OF_A_CHUNK, trialChunks } from './trial-chunks.ts';

/**
 * The file of a comparison, made of the template of reports. Throws `EvalError` where the runs cannot be compared.
 */
export function* comparisonPieces(
  template: string,
  before: StoredRun,
  after: StoredRun,
  options: CompareOptions & { readonly tags?: TaskTags } = {},
): Generator<string> {
  const { tags = readTaskTags(after.meta), ...rest } = options;
  const found = compareRuns(before, after, rest);
  const [first, second] = [surveyedRun(before, 'before', tags), surveyedRun(after, 'after', tags)];
  const firstOfSecond = chunksOf(first.survey.places.size);
  const verdict = found.verdict.replaceAll('-', ' ');
  yield* filledReport(template, {
    title: `${second.view.suite}: ${verdict}`,
    summary: `${verdict}. Before: ${summaryOf(first.view)} After: ${summaryOf(second.view)}`,
    model: {
      kind: 'comparison',
      trialsOfChunk: TRIALS_OF_A_CHUNK,
      before: reportRun(first, 0),
      after: reportRun(second, firstOfSecond),
      comparison: comparisonView(found, [first.summary, second.summary]),
    },
    chunks: bothOf(
      trialChunks(countedRows(before, first.survey), 0),
      trialChunks(countedRows(after, second.survey), firstOfSecond),
    ),
  });
}

function* bothOf(first: Iterable<string>, second: Iterable<string>): Generator<string> {
  yield* first;
  yield* second;
}
