import type { CompareOptions, StoredRun, TaskTags } from '../eval/index.ts';
import { shippedReport } from './shipped-page.ts';

/**
 * A run as one HTML file that needs no other file, piece by piece: its totals, every trial, and transcripts
 * with their grades. The tags of tasks are read from the file of tasks, unless they are given. Throws as
 * `shippedPage` does.
 */
export async function* reportHtml(run: StoredRun, tags?: TaskTags): AsyncGenerator<string> {
  const { runPieces } = await import('./evals/evaluation.ts');
  yield* runPieces(await shippedReport(), run, tags);
}

/**
 * Two runs of the same tasks as one HTML file, piece by piece: whether they differ, what became worse and what
 * better, and their trials side by side. Throws `EvalError` where the runs cannot be compared.
 */
export async function* comparisonHtml(
  before: StoredRun,
  after: StoredRun,
  options: CompareOptions & { readonly tags?: TaskTags } = {},
): AsyncGenerator<string> {
  const { comparisonPieces } = await import('./evals/evaluation.ts');
  yield* comparisonPieces(await shippedReport(), before, after, options);
}
