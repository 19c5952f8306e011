import { isJsonObject, type JsonValue } from '../../core/index.ts';
import { RunnerError } from '../../port/index.ts';
import type { TaskFork } from '../../view/index.ts';
import { begunAgain } from '../begun-again.ts';
import { taskHead } from '../task-line.ts';
import { data, refusal, type ApiCall, type ApiRoute } from './route.ts';

/** Tasks that are begun again, from their beginning or from a later message. */
export const FORK_ROUTES: readonly ApiRoute[] = [
  { method: 'POST', path: '/tasks/:id/fork', answer: forkAnswer },
];

async function forkAnswer({ request, context, param }: ApiCall): Promise<Response> {
  const { runner, readJson } = context.site;
  const body = await readJson(request);
  if (!body.ok) return refusal(body.status, 'refused', body.message);
  const wanted = taskFork(body.value);
  if (!wanted) return refusal(400, 'bad-request', 'write {"messageId","from"?,"text"?}');
  const task = await runner.get(param('id'));
  if (!task) {
    return refusal(404, 'task-not-found', 'there is no such task: it may have been erased');
  }
  const again = begunAgain(task, wanted);
  if (again.kind === 'refused') return refusal(409, 'cannot-begin-again', again.message);
  try {
    return data(taskHead(await runner.submit(again.submission)));
  } catch (thrown) {
    if (!(thrown instanceof RunnerError)) throw thrown;
    return refusal(409, thrown.code, thrown.message);
  }
}

function taskFork(body: JsonValue): TaskFork | undefined {
  if (!isJsonObject(body)) return undefined;
  const { messageId, from, text } = body;
  if (typeof messageId !== 'string' || messageId === '') return undefined;
  if (from !== undefined && typeof from !== 'string') return undefined;
  if (text !== undefined && (typeof text !== 'string' || text.trim() === '')) return undefined;
  return { messageId, ...(from !== undefined && { from }), ...(text !== undefined && { text }) };
}
