import { TimestepError } from '../../core/index.ts';
import type { EvalChoices } from '../../view/index.ts';
import { readEvalStart } from './eval-start.ts';
import { data, refusal, type ApiCall, type ApiRoute } from './route.ts';

/** Starting and stopping runs of evals. */
export const EVAL_START_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/evals/choices', answer: choicesAnswer },
  { method: 'POST', path: '/evals/runs', answer: startAnswer },
  { method: 'POST', path: '/evals/runs/:run/stop', answer: stopAnswer },
];

async function choicesAnswer({ context: { starts } }: ApiCall): Promise<Response> {
  const answer: EvalChoices = starts ? await starts.choices() : { suites: [], agents: [] };
  return data(answer);
}

async function startAnswer({ request, context }: ApiCall): Promise<Response> {
  const { starts, site } = context;
  if (!starts) {
    const message = 'this server starts no runs: start it with --runs DIR and --suites DIR';
    return refusal(404, 'no-suites', message);
  }
  const body = await site.readJson(request);
  if (!body.ok) return refusal(body.status, 'refused', body.message);
  const asked = readEvalStart(body.value);
  if (typeof asked === 'string') return refusal(400, 'bad-request', asked);
  try {
    await starts.start(asked);
    return data({ name: asked.name });
  } catch (thrown) {
    if (!TimestepError.isInstance(thrown)) throw thrown;
    return refusal(statusOf(thrown.code), thrown.code, thrown.message);
  }
}

function stopAnswer({ context: { starts }, param }: ApiCall): Response {
  if (starts?.stop(param('run')) === true) return data({ name: param('run') });
  const message = 'the run does not go on in this server: stop it where it was started';
  return refusal(409, 'not-going', message);
}

/** Taken names are conflicts; what the suite, the agent or the request lack is said as it is. */
function statusOf(code: string): number {
  if (code.endsWith('-not-found')) return 404;
  return ['run-exists', 'run-in-use', 'too-many-runs'].includes(code) ? 409 : 400;
}
