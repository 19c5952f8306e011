import { TimestepError } from '../../../core/index.ts';
import type { EvalChoices } from '../../view/index.ts';
import { parseStartEvalRequest } from './parse-start-eval.ts';
import {
  createJsonResponse,
  createErrorResponse,
  type ApiCall,
  type ApiRoute,
} from './api-route.ts';

export const EVAL_START_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/evals/choices', handle: handleListEvalChoices },
  { method: 'POST', path: '/evals/runs', handle: handleStartRun },
  { method: 'POST', path: '/evals/runs/:run/stop', handle: handleStopRun },
];

async function handleListEvalChoices({ context: { runStarter } }: ApiCall): Promise<Response> {
  const answer: EvalChoices = runStarter ? await runStarter.choices() : { suites: [], agents: [] };
  return createJsonResponse(answer);
}

async function handleStartRun({ request, context }: ApiCall): Promise<Response> {
  const { runStarter, site } = context;
  if (!runStarter) {
    const message = 'this server cannot start eval runs: start it with --runs DIR and --suites DIR';
    return createErrorResponse(404, 'no-suites', message);
  }
  const body = await site.readJson(request);
  if (!body.ok) return createErrorResponse(body.status, 'refused', body.message);
  const asked = parseStartEvalRequest(body.value);
  if (typeof asked === 'string') return createErrorResponse(400, 'bad-request', asked);
  try {
    await runStarter.start(asked);
    return createJsonResponse({ name: asked.name });
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return createErrorResponse(getHttpStatus(thrown.code), thrown.code, thrown.message);
  }
}

function handleStopRun({ context: { runStarter }, param }: ApiCall): Response {
  if (runStarter?.stop(param('run')) === true) return createJsonResponse({ name: param('run') });
  const message = 'the run is not active in this server: stop it in the process that started it';
  return createErrorResponse(409, 'not-going', message);
}

function getHttpStatus(code: string): number {
  if (code.endsWith('-not-found')) return 404;
  return ['run-exists', 'run-in-use', 'too-many-runs'].includes(code) ? 409 : 400;
}
