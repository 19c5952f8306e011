import type { NumberedEvent } from '../../../core/index.ts';
import type { EventPage, TaskSummary, TaskListPage, TaskListQuery } from '../../view/index.ts';
import { toTaskDetails } from '../task-summary.ts';
import { parseTaskListQuery } from './parse-list-query.ts';
import {
  createJsonResponse,
  createErrorResponse,
  type ApiCall,
  type ApiContext,
  type ApiRoute,
} from './api-route.ts';

export const TASK_ROUTES: readonly ApiRoute[] = [
  { method: 'GET', path: '/tasks', handle: handleListTasks },
  { method: 'GET', path: '/tasks/:id', handle: handleGetTask },
  { method: 'GET', path: '/tasks/:id/events', handle: handleListEvents },
  { method: 'GET', path: '/tasks/:id/log', handle: handleDownloadLog },
  { method: 'POST', path: '/tasks/:id/cancel', handle: handleCancelTask },
];

const PAGE_SIZE = 100;
const MAX_OFFSET = 100_000;
/** Newest tasks to search for a text: no database has an index of it. */
const MAX_SEARCHED_TASKS = 1000;
const MAX_EVENTS = 2000;

async function handleListTasks({ url, context }: ApiCall): Promise<Response> {
  const query = parseTaskListQuery((name) => url.searchParams.get(name) ?? undefined);
  const from = readIntegerParam(url, 'from', 0, MAX_OFFSET);
  return createJsonResponse(
    query.text === undefined
      ? await readTaskPage(context, query, from)
      : await searchTasks(context, query),
  );
}

async function readTaskPage(
  { site, lines }: ApiContext,
  query: TaskListQuery,
  from: number,
): Promise<TaskListPage> {
  const { tasks, total } = await site.tasks.list({ ...query, limit: from + PAGE_SIZE });
  return { tasks: await lines.load(tasks.slice(from)), total };
}

async function searchTasks(
  { site, lines }: ApiContext,
  query: TaskListQuery,
): Promise<TaskListPage> {
  const { text = '', ...filter } = query;
  const { tasks, total } = await site.tasks.list({ ...filter, limit: MAX_SEARCHED_TASKS });
  const wanted = text.toLowerCase();
  const all = await lines.load(tasks);
  return {
    tasks: all.filter((line) => taskIncludesText(line, wanted)),
    total,
    searched: tasks.length,
  };
}

function taskIncludesText({ id, title, agent, contextId }: TaskSummary, searched: string): boolean {
  return [id, title, agent, contextId].some((text) => text.toLowerCase().includes(searched));
}

async function handleGetTask({ context, param }: ApiCall): Promise<Response> {
  const task = await context.site.runner.get(param('id'));
  return task ? createJsonResponse(toTaskDetails(task)) : createTaskNotFoundResponse();
}

async function handleListEvents({ url, context, param }: ApiCall): Promise<Response> {
  const { runner, tasks } = context.site;
  if (!(await runner.get(param('id')))) return createTaskNotFoundResponse();
  const after = readIntegerParam(url, 'after', 0, Number.MAX_SAFE_INTEGER);
  const events: NumberedEvent[] = [];
  let hasMore = false;
  for await (const event of tasks.events(param('id'), after)) {
    if (events.length === MAX_EVENTS) {
      hasMore = true;
      break;
    }
    events.push(event);
  }
  const answer: EventPage = { events, hasMore };
  return createJsonResponse(answer);
}

/** Streams the log as JSON Lines. */
async function handleDownloadLog({ context, param }: ApiCall): Promise<Response> {
  const { runner, tasks } = context.site;
  const id = param('id');
  if (!(await runner.get(id))) return createTaskNotFoundResponse();
  const lines = ReadableStream.from(encodeJsonLines(tasks.events(id)));
  return new Response(lines, {
    headers: {
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': 'attachment; filename="task.jsonl"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

async function* encodeJsonLines(events: AsyncIterable<NumberedEvent>): AsyncGenerator<Uint8Array> {
  for await (const event of events) yield Buffer.from(`${JSON.stringify(event)}\n`);
}

async function handleCancelTask({ context, param }: ApiCall): Promise<Response> {
  const { runner } = context.site;
  if (!(await runner.get(param('id')))) return createTaskNotFoundResponse();
  return createJsonResponse(toTaskDetails(await runner.cancel(param('id'))));
}

function createTaskNotFoundResponse(): Response {
  return createErrorResponse(404, 'task-not-found', 'task not found: it may have been erased');
}

function readIntegerParam(url: URL, name: string, min: number, max: number): number {
  const value = Number(url.searchParams.get(name) ?? min);
  return Number.isInteger(value) ? Math.min(Math.max(value, min), max) : min;
}
