import type { RecordedRun, StoredRun } from '#eval';
import type {
  EvalChoices,
  EvalComparison,
  EvalOutputPage,
  EvalRunList,
  EvalRunSummary,
  EvalRunView,
  EvalTrial,
} from '#people/view';
import { listTaskIds, readOutputs, type OpenRun } from '../evals/read-outputs.ts';
import {
  toEvalComparison,
  toEvalRunSummary,
  toEvalRunView,
  toEvalTrial,
} from '../evals/to-eval-run.ts';
import {
  ApiError,
  refuseOnError,
  requireNoProblem,
  type ApiCall,
  type ApiContext,
  type ApiRoutes,
} from './api-route.ts';
import { parseStartEvalRequest } from './parse-start-eval.ts';

export const EVAL_ROUTES: ApiRoutes = {
  'GET /evals': listRuns,
  'GET /evals/compare': compareRequestedRuns,
  'GET /evals/outputs': listOutputPairs,
  'GET /evals/choices': listEvalChoices,
  'GET /evals/runs/:run': getEvalRun,
  'GET /evals/runs/:run/summary': getRunSummary,
  'GET /evals/runs/:run/trial': getEvalTrial,
  'POST /evals/runs': startRun,
  'POST /evals/runs/:run/stop': stopRun,
};

async function listRuns({ context: { runs } }: ApiCall): Promise<EvalRunList> {
  return runs ? { folder: runs.folder, runs: await runs.list() } : { runs: [] };
}

async function getEvalRun({ context, param }: ApiCall): Promise<EvalRunView> {
  const { run } = await requireRun(context, param('run'));
  const { readTaskTags } = await import('#eval');
  const { computeRunFindings } = await import('../evals/eval-imports.ts');
  const findings = computeRunFindings(run, readTaskTags(run.meta));
  return toEvalRunView(param('run'), run, findings, canStopRun(context, param('run')));
}

async function getRunSummary({ context, param }: ApiCall): Promise<EvalRunSummary> {
  const { run } = await requireRun(context, param('run'));
  const { createReport } = await import('#eval');
  const report = createReport(run.meta, run.rows);
  return toEvalRunSummary(param('run'), run, report, canStopRun(context, param('run')));
}

async function getEvalTrial({ url, context, param }: ApiCall): Promise<EvalTrial> {
  const trial = Number(url.searchParams.get('trial') ?? '');
  const task = url.searchParams.get('task') ?? '';
  const { run, reader } = await requireRun(context, param('run'));
  // Lone surrogates are replaced, because a URL cannot hold them.
  const known = run.rows.find((one) => one.trial === trial && one.task_id.toWellFormed() === task);
  const row = known && (await reader.trial(known.task_id, trial));
  if (row) return toEvalTrial(row);
  throw new ApiError(404, 'trial-not-found', 'trial not found in this run');
}

async function compareRequestedRuns({ url, context }: ApiCall): Promise<EvalComparison> {
  const { before = '', after = '' } = Object.fromEntries(url.searchParams);
  const { run: first } = await requireRun(context, before);
  const { run: second } = await requireRun(context, after);
  const { compareRuns, EvalError, createReport } = await import('#eval');
  const isRefusal = (thrown: unknown): boolean => thrown instanceof EvalError;
  return refuseOnError(
    () =>
      toEvalComparison(compareRuns(toStoredRun(first), toStoredRun(second)), [
        toEvalRunSummary(before, first, createReport(first.meta, first.rows)),
        toEvalRunSummary(after, second, createReport(second.meta, second.rows)),
      ]),
    { isRefusal },
  );
}

/** Number of tasks whose answers are read for one request, because each is read from a file. */
const OUTPUTS_PER_PAGE = 20;

async function listOutputPairs({ url, context }: ApiCall): Promise<EvalOutputPage> {
  const { before = '', after = '', from = '0' } = Object.fromEntries(url.searchParams);
  const runs = [await requireRun(context, before), await requireRun(context, after)] as const;
  const ids = listTaskIds(runs[0].run, runs[1].run);
  const start = /^\d{1,7}$/.test(from) ? Number(from) : 0;
  const pairs = await readOutputs(runs, ids.slice(start, start + OUTPUTS_PER_PAGE));
  return { pairs, total: ids.length };
}

function toStoredRun({ meta, rows }: RecordedRun): StoredRun {
  return { meta, rows: () => rows };
}

function canStopRun({ runStarter }: ApiContext, name: string): boolean {
  return runStarter?.has(name) ?? false;
}

async function requireRun({ runs }: ApiContext, name: string): Promise<OpenRun> {
  const reader = await runs?.run(name);
  const { EvalError } = await import('#eval');
  try {
    if (reader) return { run: await reader.read(), reader };
  } catch (thrown) {
    if (!(thrown instanceof EvalError)) throw thrown;
  }
  const message = 'run not found: its folder may have been removed';
  throw new ApiError(404, 'run-not-found', message);
}

async function listEvalChoices({ context: { runStarter } }: ApiCall): Promise<EvalChoices> {
  return runStarter ? runStarter.choices() : { suites: [], agents: [] };
}

async function startRun({ context: { runStarter }, readBody }: ApiCall): Promise<object> {
  if (!runStarter) {
    const message = 'this server cannot start eval runs: start it with --runs DIR and --suites DIR';
    throw new ApiError(404, 'no-suites', message);
  }
  const asked = requireNoProblem(parseStartEvalRequest(await readBody()));
  await refuseOnError(() => runStarter.start(asked), { getStatus: getStartErrorHttpStatus });
  return { name: asked.name };
}

function stopRun({ context: { runStarter }, param }: ApiCall): object {
  if (runStarter?.stop(param('run')) === true) return { name: param('run') };
  const message = 'the run is not active in this server: stop it in the process that started it';
  throw new ApiError(409, 'not-going', message);
}

function getStartErrorHttpStatus(code: string): number {
  if (code.endsWith('-not-found')) return 404;
  return ['run-exists', 'run-in-use', 'too-many-runs'].includes(code) ? 409 : 400;
}
