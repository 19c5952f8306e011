import { isJsonObject, type JsonValue } from '../../../core/index.ts';
import { RunnerError } from '../../../engine/port/index.ts';
import type { TaskFork } from '../../view/index.ts';
import { createForkSubmission } from '../fork-submission.ts';
import { toTaskDetails } from '../task-summary.ts';
import {
  createJsonResponse,
  createErrorResponse,
  type ApiCall,
  type ApiRoute,
} from './api-route.ts';

/** Starts a new task from the first or a later message of an ended one. */
export const FORK_ROUTES: readonly ApiRoute[] = [
  { method: 'POST', path: '/tasks/:id/fork', handle: handleForkTask },
];

async function handleForkTask({ request, context, param }: ApiCall): Promise<Response> {
  const { runner, readJson } = context.site;
  const body = await readJson(request);
  if (!body.ok) return createErrorResponse(body.status, 'refused', body.message);
  const wanted = parseTaskFork(body.value);
  if (!wanted)
    return createErrorResponse(
      400,
      'bad-request',
      'invalid request body: expected {"messageId","from"?,"text"?}',
    );
  const task = await runner.get(param('id'));
  if (!task) {
    return createErrorResponse(404, 'task-not-found', 'task not found: it may have been erased');
  }
  const again = createForkSubmission(task, wanted);
  if (again.kind === 'refused')
    return createErrorResponse(409, 'cannot-begin-again', again.message);
  try {
    return createJsonResponse(toTaskDetails(await runner.submit(again.submission)));
  } catch (thrown) {
    if (!(thrown instanceof RunnerError)) throw thrown;
    return createErrorResponse(409, thrown.code, thrown.message);
  }
}

function parseTaskFork(body: JsonValue): TaskFork | undefined {
  if (!isJsonObject(body)) return undefined;
  const { messageId, from, text } = body;
  if (typeof messageId !== 'string' || messageId === '') return undefined;
  if (from !== undefined && typeof from !== 'string') return undefined;
  if (text !== undefined && (typeof text !== 'string' || text.trim() === '')) return undefined;
  return { messageId, ...(from !== undefined && { from }), ...(text !== undefined && { text }) };
}
