import { createSseResponse, type SseEvent } from '#protocols/http';
import type { StreamMessage } from '#people/view';
import { watchOverview } from '../watch-overview.ts';
import { watchTaskList, watchWaitingTaskCount } from '../watch-task-list.ts';
import { mergeAsyncIterables } from '../merge-async-iterables.ts';
import { readSubscribeRequest, MAX_SUBSCRIBED_TASKS } from './parse-list-query.ts';
import type { ApiCall, ApiContext, ApiRoutes } from './api-route.ts';

/** API route of the event stream; each browser page opens one for all its subscriptions. */
export const EVENT_ROUTES: ApiRoutes = { 'POST /events': openEventStream };

async function openEventStream({ request, context, readFields }: ApiCall): Promise<Response> {
  const expected = `{"tasks":[{"id","after"}],"list":{}} with at most ${MAX_SUBSCRIBED_TASKS} tasks`;
  const { tasks = [], list, waiting, overview } = readSubscribeRequest(await readFields(expected));
  const gone = new AbortController();
  const signal = AbortSignal.any([gone.signal, request.signal, context.ending]);
  const sources: AsyncIterable<StreamMessage>[] = tasks.map(({ id, after }) =>
    streamTaskUpdates(context, id, after, signal),
  );
  if (waiting) sources.push(watchWaitingTaskCount(context, signal));
  if (overview !== undefined) sources.push(watchOverview(context, overview, signal));
  if (list) sources.push(watchTaskList(context, list, signal));
  return createSseResponse(encodeSseEvents(mergeAsyncIterables(sources)), {
    onCancel: () => gone.abort(),
  });
}

async function* streamTaskUpdates(
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
  for await (const update of site.runner.subscribe(taskId, after, signal)) {
    yield { kind: 'task', taskId, update };
  }
  if (!signal.aborted) yield { kind: 'settled', taskId };
}

async function* encodeSseEvents(messages: AsyncIterable<StreamMessage>): AsyncGenerator<SseEvent> {
  for await (const message of messages) {
    const data = JSON.stringify(message);
    yield message.kind === 'task' && message.update.kind === 'event'
      ? { id: `${message.taskId}:${message.update.event.generation}`, data }
      : { data };
  }
}
