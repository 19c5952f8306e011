import type { NumberedEvent, Task } from '#core';
import type { StoredTasks } from '#engine/port';
import type {
  EventPage,
  TaskDetails,
  TaskListPage,
  TaskListQuery,
  TaskOverview,
  TaskSummary,
  WaitingTasks,
} from '#people/view';
import { listInbox } from '../list-inbox.ts';
import { readOverview } from '../overview.ts';
import { sortSummaries } from '../sort-summaries.ts';
import { toTaskDetails } from '../task-summary.ts';
import { MAX_INBOX_TASKS } from '../watch-task-list.ts';
import { parseKnownTaskFilters, parseTimeIfValid } from './parse-list-query.ts';
import { ApiError, type ApiCall, type ApiRoutes } from './api-route.ts';

export const TASK_ROUTES: ApiRoutes = {
  'GET /inbox': getInbox,
  'GET /overview': getOverview,
  'GET /tasks': listTasks,
  'GET /tasks/:id': async (call) => toTaskDetails(await requireTask(call)),
  'GET /tasks/:id/events': listEvents,
  'GET /tasks/:id/log': downloadLog,
  'POST /tasks/:id/cancel': cancelTask,
};

const PAGE_SIZE = 100;
const MAX_OFFSET = 100_000;
/** Maximum number of newest tasks to search for a text, because no database has an index of it. */
const MAX_SEARCHED_TASKS = 1000;
const MAX_EVENTS = 2000;

async function getInbox({
  context: { site, lines },
}: Pick<ApiCall, 'context'>): Promise<WaitingTasks> {
  return listInbox(await site.tasks.listWaiting(MAX_INBOX_TASKS), { lines });
}

async function listTasks({ url, context: { site, lines } }: ApiCall): Promise<TaskListPage> {
  const query = parseKnownTaskFilters((name) => url.searchParams.get(name) ?? undefined);
  const { text, since = 0, until, sort, ...filter } = query;
  const from = readClampedIntegerParam(url, 'from', 0, MAX_OFFSET);
  const isSorted = sort !== undefined && canDatabaseSortAll(query, site.tasks);
  const isSearched = text !== undefined || (sort !== undefined && !isSorted);
  const size = url.searchParams.has('limit')
    ? readClampedIntegerParam(url, 'limit', 1, PAGE_SIZE)
    : PAGE_SIZE;
  const limit = isSearched ? MAX_SEARCHED_TASKS : from + size;
  const listed = await site.tasks.list({
    ...filter,
    limit,
    ...(isSorted && { sort }),
    ...(until !== undefined && { changedSince: since, changedBefore: until }),
  });
  // The newest change comes first, so that the tasks since a time are the beginning of the list.
  const tasks = isSorted
    ? listed.tasks
    : listed.tasks.filter(({ updatedAt }) => updatedAt >= since);
  const total = tasks.length < listed.tasks.length ? tasks.length : listed.total;
  if (!isSearched) return { tasks: await lines.load(tasks.slice(from)), total };
  const loaded = await lines.load(tasks);
  const found = text === undefined ? loaded : loaded.filter((line) => taskIncludesText(line, text));
  return { tasks: sort ? sortSummaries(found, sort) : found, total, searched: tasks.length };
}

/** Whether the database can sort all tasks of a query. Otherwise, the newest tasks are sorted. */
function canDatabaseSortAll(
  { text, since, until, contextId, state }: TaskListQuery,
  { countGroups }: Pick<StoredTasks, 'countGroups'>,
): boolean {
  const isOpen = state === 'submitted' || state === 'working' || state === 'input-required';
  const isWhole = [text, since, until, contextId].every((one) => one === undefined);
  return countGroups !== undefined && isWhole && !isOpen;
}

function getOverview({ url, context }: ApiCall): Promise<TaskOverview> {
  return readOverview(context, parseTimeIfValid(url.searchParams.get('since') ?? undefined) ?? 0);
}

function taskIncludesText({ id, title, agent, contextId }: TaskSummary, text: string): boolean {
  const wanted = text.toLowerCase();
  return [id, title, agent, contextId].some((field) => field.toLowerCase().includes(wanted));
}

async function listEvents(call: ApiCall): Promise<EventPage> {
  const { url, context } = call;
  const { id } = await requireTask(call);
  const after = readClampedIntegerParam(url, 'after', 0, Number.MAX_SAFE_INTEGER);
  const events: NumberedEvent[] = [];
  for await (const event of context.site.tasks.events(id, after)) {
    if (events.length === MAX_EVENTS) return { events, hasMore: true };
    events.push(event);
  }
  return { events, hasMore: false };
}

async function downloadLog(call: ApiCall): Promise<Response> {
  const { id } = await requireTask(call);
  const lines = ReadableStream.from(encodeJsonLines(call.context.site.tasks.events(id)));
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

async function cancelTask(call: ApiCall): Promise<TaskDetails> {
  const { id } = await requireTask(call);
  return toTaskDetails(await call.context.site.runner.cancel(id));
}

/** Finds the task of a path. Its id may be shortened to a beginning that only one task has. */
export async function requireTask({ context, param }: ApiCall): Promise<Task> {
  const { runner, tasks } = context.site;
  const id = param('id');
  const named = await runner.get(id);
  if (named) return named;
  const [whole, other] = await tasks.findIds(id, 2);
  if (other !== undefined) {
    const message = 'several tasks begin with this id: give more characters of it';
    throw new ApiError(404, 'ambiguous-task', message);
  }
  const task = whole === undefined ? undefined : await runner.get(whole);
  if (task) return task;
  throw new ApiError(404, 'task-not-found', 'task not found: it may have been erased');
}

export function readClampedIntegerParam(url: URL, name: string, min: number, max: number): number {
  const value = Number(url.searchParams.get(name) ?? min);
  return Number.isInteger(value) ? Math.min(Math.max(value, min), max) : min;
}
