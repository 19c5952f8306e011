import type { FollowedRun, RecordedRun } from '../../eval/index.ts';
import type { EvalComparison, EvalRunList } from '../../view/index.ts';
import { comparisonView } from '../evals/comparison-view.ts';
import { runSummary, runView } from '../evals/run-view.ts';
import { trialView } from '../evals/trial-view.ts';
import { data, refusal, type ApiCall, type ApiContext, type ApiRoute } from './route.ts';

/** The runs of evals in the folder of the server. */
export const EVAL_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/evals', answer: listAnswer },
  { method: 'GET', path: '/evals/compare', answer: compareAnswer },
  { method: 'GET', path: '/evals/runs/:run', answer: runAnswer },
  { method: 'GET', path: '/evals/runs/:run/summary', answer: summaryAnswer },
  { method: 'GET', path: '/evals/runs/:run/trial', answer: trialAnswer },
];

async function listAnswer({ context: { runs } }: ApiCall): Promise<Response> {
  const answer: EvalRunList = runs
    ? { folder: runs.folder, runs: await runs.list() }
    : { runs: [] };
  return data(answer);
}

async function runAnswer({ context, param }: ApiCall): Promise<Response> {
  return withRun(context, param('run'), async (run) => {
    const { readTaskTags } = await import('../../eval/index.ts');
    const { findingsOf } = await import('../evals/evaluation.ts');
    const findings = findingsOf(run, readTaskTags(run.meta));
    return data(runView(param('run'), run, findings, canBeStopped(context, param('run'))));
  });
}

async function summaryAnswer({ context, param }: ApiCall): Promise<Response> {
  return withRun(context, param('run'), async (run) => {
    const { reportOf } = await import('../../eval/index.ts');
    const report = reportOf(run.meta, run.rows);
    return data(runSummary(param('run'), run, report, canBeStopped(context, param('run'))));
  });
}

async function trialAnswer({ url, context, param }: ApiCall): Promise<Response> {
  const trial = Number(url.searchParams.get('trial') ?? '');
  const task = url.searchParams.get('task') ?? '';
  return withRun(context, param('run'), async ({ rows }, followed) => {
    // Some ids cannot stand in an address as they are.
    const known = rows.find((one) => one.trial === trial && one.task_id.toWellFormed() === task);
    const row = known && (await followed.trial(known.task_id, trial));
    return row
      ? data(trialView(row))
      : refusal(404, 'trial-not-found', 'the run has no such trial');
  });
}

async function compareAnswer({ url, context }: ApiCall): Promise<Response> {
  const [before, after] = [nameIn(url, 'before'), nameIn(url, 'after')];
  return withRun(context, before, (first) =>
    withRun(context, after, async (second) => {
      const { compareRuns, EvalError, reportOf } = await import('../../eval/index.ts');
      try {
        const found = compareRuns(storedOf(first), storedOf(second));
        const answer: EvalComparison = comparisonView(found, [
          runSummary(before, first, reportOf(first.meta, first.rows)),
          runSummary(after, second, reportOf(second.meta, second.rows)),
        ]);
        return data(answer);
      } catch (thrown) {
        if (thrown instanceof EvalError) return refusal(409, thrown.code, thrown.message);
        throw thrown;
      }
    }),
  );
}

function storedOf({ meta, rows }: RecordedRun): {
  meta: RecordedRun['meta'];
  rows: () => RecordedRun['rows'];
} {
  return { meta, rows: () => rows };
}

function canBeStopped({ starts }: ApiContext, name: string): boolean {
  return starts?.has(name) ?? false;
}

function nameIn({ searchParams }: URL, which: string): string {
  return searchParams.get(which) ?? '';
}

async function withRun(
  { runs }: ApiContext,
  name: string,
  answer: (run: RecordedRun, followed: FollowedRun) => Promise<Response>,
): Promise<Response> {
  const followed = await runs?.run(name);
  if (!followed) return unknownRun();
  const { EvalError } = await import('../../eval/index.ts');
  let run: RecordedRun;
  try {
    run = await followed.read();
  } catch (thrown) {
    if (thrown instanceof EvalError) return unknownRun();
    throw thrown;
  }
  return answer(run, followed);
}

function unknownRun(): Response {
  return refusal(404, 'run-not-found', 'there is no such run: its folder may have been removed');
}
