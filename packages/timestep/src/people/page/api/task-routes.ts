import type { NumberedEvent, Task } from '#core';
import type {
  EventPage,
  TaskDetails,
  TaskListPage,
  TaskOverview,
  TaskSummary,
  WaitingTasks,
} from '#people/view';
import { listInbox } from '../list-inbox.ts';
import { toTaskDetails } from '../task-summary.ts';
import { MAX_INBOX_TASKS } from '../watch-task-list.ts';
import { parseTaskListQuery, parseTime } from './parse-list-query.ts';
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
  const query = parseTaskListQuery((name) => url.searchParams.get(name) ?? undefined);
  const { text, since = 0, ...filter } = query;
  const from = readClampedIntegerParam(url, 'from', 0, MAX_OFFSET);
  const limit = text === undefined ? from + PAGE_SIZE : MAX_SEARCHED_TASKS;
  const listed = await site.tasks.list({ ...filter, limit });
  // The newest change comes first, so that the tasks since a time are the beginning of the list.
  const tasks = listed.tasks.filter(({ updatedAt }) => updatedAt >= since);
  const total = tasks.length < listed.tasks.length ? tasks.length : listed.total;
  if (text === undefined) return { tasks: await lines.load(tasks.slice(from)), total };
  const found = (await lines.load(tasks)).filter((line) => taskIncludesText(line, text));
  return { tasks: found, total, searched: tasks.length };
}

/** Maximum number of tasks whose cost is added up for the overview, because each is read. */
const MAX_PRICED_TASKS = 200;

async function getOverview({ url, context }: ApiCall): Promise<TaskOverview> {
  const { site, lines } = context;
  const since = parseTime(url.searchParams.get('since') ?? undefined) ?? 0;
  const [{ tasks, total }, running, waiting] = await Promise.all([
    site.tasks.list({ limit: MAX_SEARCHED_TASKS }),
    site.tasks.list({ state: 'working', limit: 1 }),
    getInbox({ context }),
  ]);
  const recent = tasks.filter(({ updatedAt }) => updatedAt >= since);
  const priced = await lines.load(recent.slice(0, MAX_PRICED_TASKS));
  const isUnknown = priced.some(({ costUsd }) => costUsd === null);
  return {
    running: running.total,
    waiting: waiting.total,
    failed: recent.filter(({ state }) => state === 'failed').length,
    costUsd: isUnknown ? null : priced.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
    isPartial:
      recent.length > MAX_PRICED_TASKS || (recent.length === tasks.length && total > tasks.length),
    counted: tasks.length,
    states: countBy(tasks, ({ state }) => state),
    agents: countBy(tasks, ({ agent }) => agent),
  };
}

function countBy<Row, Key extends string>(
  rows: readonly Row[],
  getKey: (row: Row) => Key,
): Partial<Record<Key, number>> {
  const groups = [...Map.groupBy(rows, getKey)].map(([key, its]) => [key, its.length] as const);
  return Object.fromEntries(groups) as Partial<Record<Key, number>>;
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

export async function requireTask({ context, param }: ApiCall): Promise<Task> {
  const task = await context.site.runner.get(param('id'));
  if (task) return task;
  throw new ApiError(404, 'task-not-found', 'task not found: it may have been erased');
}

function readClampedIntegerParam(url: URL, name: string, min: number, max: number): number {
  const value = Number(url.searchParams.get(name) ?? min);
  return Number.isInteger(value) ? Math.min(Math.max(value, min), max) : min;
}
