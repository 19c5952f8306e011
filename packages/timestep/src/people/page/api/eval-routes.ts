import type { RunReader, RecordedRun } from '../../../eval/index.ts';
import type { EvalComparison, EvalRunList } from '../../view/index.ts';
import { toEvalComparison } from '../evals/to-eval-comparison.ts';
import { toEvalRunSummary, toEvalRunView } from '../evals/to-eval-run.ts';
import { toEvalTrial } from '../evals/to-eval-trial.ts';
import {
  createJsonResponse,
  createErrorResponse,
  type ApiCall,
  type ApiContext,
  type ApiRoute,
} from './api-route.ts';

export const EVAL_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/evals', handle: handleListRuns },
  { method: 'GET', path: '/evals/compare', handle: handleCompareRuns },
  { method: 'GET', path: '/evals/runs/:run', handle: handleGetRun },
  { method: 'GET', path: '/evals/runs/:run/summary', handle: handleGetRunSummary },
  { method: 'GET', path: '/evals/runs/:run/trial', handle: handleGetTrial },
];

async function handleListRuns({ context: { runs } }: ApiCall): Promise<Response> {
  const answer: EvalRunList = runs
    ? { folder: runs.folder, runs: await runs.list() }
    : { runs: [] };
  return createJsonResponse(answer);
}

async function handleGetRun({ context, param }: ApiCall): Promise<Response> {
  return withRun(context, param('run'), async (run) => {
    const { readTaskTags } = await import('../../../eval/index.ts');
    const { computeRunFindings } = await import('../evals/eval-imports.ts');
    const findings = computeRunFindings(run, readTaskTags(run.meta));
    return createJsonResponse(
      toEvalRunView(param('run'), run, findings, canStopRun(context, param('run'))),
    );
  });
}

async function handleGetRunSummary({ context, param }: ApiCall): Promise<Response> {
  return withRun(context, param('run'), async (run) => {
    const { createReport } = await import('../../../eval/index.ts');
    const report = createReport(run.meta, run.rows);
    return createJsonResponse(
      toEvalRunSummary(param('run'), run, report, canStopRun(context, param('run'))),
    );
  });
}

async function handleGetTrial({ url, context, param }: ApiCall): Promise<Response> {
  const trial = Number(url.searchParams.get('trial') ?? '');
  const task = url.searchParams.get('task') ?? '';
  return withRun(context, param('run'), async ({ rows }, followed) => {
    // A URL cannot hold lone surrogates.
    const known = rows.find((one) => one.trial === trial && one.task_id.toWellFormed() === task);
    const row = known && (await followed.trial(known.task_id, trial));
    return row
      ? createJsonResponse(toEvalTrial(row))
      : createErrorResponse(404, 'trial-not-found', 'trial not found in this run');
  });
}

async function handleCompareRuns({ url, context }: ApiCall): Promise<Response> {
  const [before, after] = [readRunName(url, 'before'), readRunName(url, 'after')];
  return withRun(context, before, (first) =>
    withRun(context, after, async (second) => {
      const { compareRuns, EvalError, createReport } = await import('../../../eval/index.ts');
      try {
        const found = compareRuns(toStoredRun(first), toStoredRun(second));
        const answer: EvalComparison = toEvalComparison(found, [
          toEvalRunSummary(before, first, createReport(first.meta, first.rows)),
          toEvalRunSummary(after, second, createReport(second.meta, second.rows)),
        ]);
        return createJsonResponse(answer);
      } catch (thrown) {
        if (thrown instanceof EvalError)
          return createErrorResponse(409, thrown.code, thrown.message);
        throw thrown;
      }
    }),
  );
}

function toStoredRun({ meta, rows }: RecordedRun): {
  meta: RecordedRun['meta'];
  rows: () => RecordedRun['rows'];
} {
  return { meta, rows: () => rows };
}

function canStopRun({ runStarter }: ApiContext, name: string): boolean {
  return runStarter?.has(name) ?? false;
}

function readRunName({ searchParams }: URL, parameter: string): string {
  return searchParams.get(parameter) ?? '';
}

async function withRun(
  { runs }: ApiContext,
  name: string,
  handler: (run: RecordedRun, followed: RunReader) => Promise<Response>,
): Promise<Response> {
  const followed = await runs?.run(name);
  if (!followed) return createRunNotFoundResponse();
  const { EvalError } = await import('../../../eval/index.ts');
  let run: RecordedRun;
  try {
    run = await followed.read();
  } catch (thrown) {
    if (thrown instanceof EvalError) return createRunNotFoundResponse();
    throw thrown;
  }
  return handler(run, followed);
}

function createRunNotFoundResponse(): Response {
  return createErrorResponse(
    404,
    'run-not-found',
    'run not found: its folder may have been removed',
  );
}
