import type { NumberedEvent } from '../../core/index.ts';
import type { EventPage, TaskLine, TaskListPage, TaskListQuery } from '../../view/index.ts';
import { taskHead } from '../task-line.ts';
import { listQuery } from './list-query.ts';
import { data, refusal, type ApiCall, type ApiContext, type ApiRoute } from './route.ts';

/** Tasks of all principals. */
export const TASK_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/tasks', answer: listAnswer },
  { method: 'GET', path: '/tasks/:id', answer: headAnswer },
  { method: 'GET', path: '/tasks/:id/events', answer: eventsAnswer },
  { method: 'GET', path: '/tasks/:id/log', answer: logAnswer },
  { method: 'POST', path: '/tasks/:id/cancel', answer: cancelAnswer },
];

const PAGE = 100;
const MOST_LISTED = 100_000;
/** A text is looked for in so many of the newest tasks: it is not in the index of any database. */
const SEARCHED = 1000;
const EVENTS = 2000;

async function listAnswer({ url, context }: ApiCall): Promise<Response> {
  const query = listQuery((name) => url.searchParams.get(name) ?? undefined);
  const from = wholeNumber(url, 'from', 0, MOST_LISTED);
  return data(
    query.text === undefined ? await page(context, query, from) : await found(context, query),
  );
}

async function page(
  { site, lines }: ApiContext,
  query: TaskListQuery,
  from: number,
): Promise<TaskListPage> {
  const { tasks, total } = await site.tasks.list({ ...query, limit: from + PAGE });
  return { tasks: await lines.of(tasks.slice(from)), total };
}

async function found({ site, lines }: ApiContext, query: TaskListQuery): Promise<TaskListPage> {
  const { text = '', ...filter } = query;
  const { tasks, total } = await site.tasks.list({ ...filter, limit: SEARCHED });
  const wanted = text.toLowerCase();
  const all = await lines.of(tasks);
  return { tasks: all.filter((line) => says(line, wanted)), total, searched: tasks.length };
}

function says({ id, title, agent, contextId }: TaskLine, wanted: string): boolean {
  return [id, title, agent, contextId].some((text) => text.toLowerCase().includes(wanted));
}

async function headAnswer({ context, param }: ApiCall): Promise<Response> {
  const task = await context.site.runner.get(param('id'));
  return task ? data(taskHead(task)) : unknownTask();
}

async function eventsAnswer({ url, context, param }: ApiCall): Promise<Response> {
  const { runner, tasks } = context.site;
  if (!(await runner.get(param('id')))) return unknownTask();
  const after = wholeNumber(url, 'after', 0, Number.MAX_SAFE_INTEGER);
  const events: NumberedEvent[] = [];
  let hasMore = false;
  for await (const event of tasks.events(param('id'), after)) {
    if (events.length === EVENTS) {
      hasMore = true;
      break;
    }
    events.push(event);
  }
  const answer: EventPage = { events, hasMore };
  return data(answer);
}

/** The whole log, an event a line. */
async function logAnswer({ context, param }: ApiCall): Promise<Response> {
  const { runner, tasks } = context.site;
  const id = param('id');
  if (!(await runner.get(id))) return unknownTask();
  const lines = ReadableStream.from(linesOf(tasks.events(id)));
  return new Response(lines, {
    headers: {
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': 'attachment; filename="task.jsonl"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

async function* linesOf(events: AsyncIterable<NumberedEvent>): AsyncGenerator<Uint8Array> {
  for await (const event of events) yield Buffer.from(`${JSON.stringify(event)}\n`);
}

async function cancelAnswer({ context, param }: ApiCall): Promise<Response> {
  const { runner } = context.site;
  if (!(await runner.get(param('id')))) return unknownTask();
  return data(taskHead(await runner.cancel(param('id'))));
}

function unknownTask(): Response {
  return refusal(404, 'task-not-found', 'there is no such task: it may have been erased');
}

function wholeNumber(url: URL, name: string, least: number, most: number): number {
  const value = Number(url.searchParams.get(name) ?? least);
  return Number.isInteger(value) ? Math.min(Math.max(value, least), most) : least;
}
