import { sseResponse, type SseEvent } from '../../http/index.ts';
import type { StreamMessage } from '../../view/index.ts';
import { listChanges } from '../list-changes.ts';
import { merged } from '../merged.ts';
import { waitingChanges } from '../waiting-changes.ts';
import { followRequest, MOST_FOLLOWED } from './list-query.ts';
import { refusal, type ApiCall, type ApiContext, type ApiRoute } from './route.ts';

/** The one stream of a page. */
export const EVENT_ROUTES: readonly ApiRoute[] = [
  { method: 'POST', path: '/events', answer: streamAnswer },
];

async function streamAnswer({ request, context }: ApiCall): Promise<Response> {
  const body = await context.site.readJson(request);
  if (!body.ok) return refusal(body.status, 'refused', body.message);
  const wanted = followRequest(body.value);
  if (!wanted) {
    const message = `write {"tasks":[{"id","after"}],"list":{}}, with at most ${MOST_FOLLOWED} tasks`;
    return refusal(400, 'bad-request', message);
  }
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, request.signal, context.ending]);
  const { tasks = [], list, waiting } = wanted;
  const sources: AsyncIterable<StreamMessage>[] = tasks.map(({ id, after }) =>
    taskMessages(context, id, after, signal),
  );
  if (waiting) sources.push(waitingChanges(context, signal));
  if (list) sources.push(listChanges(context, list, signal));
  return sseResponse(encoded(merged(sources)), { onCancel: () => gone.abort() });
}

async function* taskMessages(
  { site }: ApiContext,
  taskId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage> {
  const task = await site.runner.get(taskId);
  if (!task || task.generation < after) {
    yield { kind: 'reset', taskId };
    return;
  }
  for await (const update of site.runner.updates(taskId, after, signal)) {
    yield { kind: 'task', taskId, update };
  }
  if (!signal.aborted) yield { kind: 'settled', taskId };
}

async function* encoded(messages: AsyncIterable<StreamMessage>): AsyncGenerator<SseEvent> {
  for await (const message of messages) {
    const data = JSON.stringify(message);
    yield message.kind === 'task' && message.update.kind === 'event'
      ? { id: `${message.taskId}:${message.update.event.generation}`, data }
      : { data };
  }
}
