import {
  compareRuns,
  readRowsWithTranscripts,
  readTaskTags,
  type CompareOptions,
  type StoredRun,
  type TaskTags,
} from '#eval';
import { toEvalComparison } from '../evals/to-eval-run.ts';
import { fillReportTemplate } from './report-template.ts';
import { summarizeRun } from './run-report.ts';
import {
  toReportRun,
  summarizeRunForReport,
  countTrialChunks,
  TRIALS_PER_CHUNK,
  renderTrialChunks,
} from './survey-run.ts';

/** Renders the comparison of two runs. Throws `EvalError` if the runs cannot be compared. */
export function* renderComparisonReport(
  template: string,
  before: StoredRun,
  after: StoredRun,
  options: CompareOptions & { readonly tags?: TaskTags } = {},
): Generator<string> {
  const { tags = readTaskTags(after.meta), ...rest } = options;
  const found = compareRuns(before, after, rest);
  const [first, second] = [
    summarizeRunForReport(before, 'before', tags),
    summarizeRunForReport(after, 'after', tags),
  ];
  const firstOfSecond = countTrialChunks(first.survey.places.size);
  const verdict = found.verdict.replaceAll('-', ' ');
  yield* fillReportTemplate(template, {
    title: `${second.view.suite}: ${verdict}`,
    summary: `${verdict}. Before: ${summarizeRun(first.view)} After: ${summarizeRun(second.view)}`,
    model: {
      kind: 'comparison',
      trialsOfChunk: TRIALS_PER_CHUNK,
      before: toReportRun(first, 0),
      after: toReportRun(second, firstOfSecond),
      comparison: toEvalComparison(found, [first.summary, second.summary]),
    },
    chunks: [
      renderTrialChunks(readRowsWithTranscripts(before, first.survey), 0),
      renderTrialChunks(readRowsWithTranscripts(after, second.survey), firstOfSecond),
    ]
      .values()
      .flatMap((chunks) => chunks),
  });
}
