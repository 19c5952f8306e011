import type { CompareOptions, StoredRun, TaskTags } from '#eval';
import { loadReportTemplate } from './shipped-page.ts';

/**
 * Renders a run as one self-contained HTML file, in pieces. Task tags come from the task file
 * unless `tags` is given. Throws the same error as `loadShippedPage`.
 */
export async function* renderRunHtml(run: StoredRun, tags?: TaskTags): AsyncGenerator<string> {
  const { renderRunReport } = await import('./evals/eval-imports.ts');
  yield* renderRunReport(await loadReportTemplate(), run, tags);
}

/**
 * Renders a comparison of two runs of the same tasks as one self-contained HTML file, in pieces.
 * Throws `EvalError` if the runs cannot be compared.
 */
export async function* renderComparisonHtml(
  before: StoredRun,
  after: StoredRun,
  options: CompareOptions & { readonly tags?: TaskTags } = {},
): AsyncGenerator<string> {
  const { renderComparisonReport } = await import('./evals/eval-imports.ts');
  yield* renderComparisonReport(await loadReportTemplate(), before, after, options);
}
