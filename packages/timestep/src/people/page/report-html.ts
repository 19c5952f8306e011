import type { CompareOptions, StoredRun, TaskTags } from '#eval';
import { loadReportTemplate } from './shipped-page.ts';

/** Renders a run as one HTML file, in pieces. `tags`: task tags instead of the task file's. */
export async function* renderRunHtml(run: StoredRun, tags?: TaskTags): AsyncGenerator<string> {
  const { renderRunReport } = await import('./evals/eval-imports.ts');
  yield* renderRunReport(await loadReportTemplate('report'), run, tags);
}

/** Renders a comparison as one HTML file, in pieces. Throws `EvalError` if it is impossible. */
export async function* renderComparisonHtml(
  before: StoredRun,
  after: StoredRun,
  options: CompareOptions & { readonly tags?: TaskTags } = {},
): AsyncGenerator<string> {
  const { renderComparisonReport } = await import('./evals/eval-imports.ts');
  yield* renderComparisonReport(await loadReportTemplate('report'), before, after, options);
}
