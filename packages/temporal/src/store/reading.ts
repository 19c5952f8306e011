import {
  apply,
  snapshotOf,
  taskFrom,
  type NumberedEvent,
  type Submission,
  type Task,
  type TaskSnapshot,
} from 'timestep/core';
import type { TaskPage, TaskQuery } from 'timestep/port';
import { readPageToken, writePageToken } from 'timestep/runner';
import { firstOf, rowsOf, type SqlValue, type Transaction } from 'timestep/store';

/** Events read at a time where all are wanted. */
const MANY = 1_000_000;
/** A task is folded from its log, or from a snapshot once that is much shorter. */
const FIRST_SNAPSHOT = 200;
const GROWTH = 1.25;

export function* generationOf(taskId: string): Transaction<number | undefined> {
  const row = yield* firstOf('SELECT generation FROM task WHERE id = ?', taskId);
  return row && Number(row['generation']);
}

export function* eventsAfter(
  taskId: string,
  after: number,
  limit: number,
): Transaction<readonly NumberedEvent[]> {
  const rows = yield* rowsOf(
    'SELECT body FROM event WHERE task_id = ? AND generation > ? ORDER BY generation LIMIT ?',
    taskId,
    after,
    limit,
  );
  return rows.map((row) => JSON.parse(String(row['body'])) as NumberedEvent);
}

export function* loadTask(taskId: string, known?: Task): Transaction<Task | undefined> {
  let task = known ?? (yield* snapshotOfTask(taskId));
  for (const event of yield* eventsAfter(taskId, task?.generation ?? 0, MANY)) {
    task = apply(task, event);
  }
  return task;
}

function* snapshotOfTask(taskId: string): Transaction<Task | undefined> {
  const row = yield* firstOf('SELECT body FROM snapshot WHERE task_id = ?', taskId);
  return row && taskFrom(JSON.parse(String(row['body'])) as TaskSnapshot);
}

/** Keeps a snapshot of a task that has grown by a quarter since the last, so that cost stays flat. */
export function* keepSnapshot(task: Task): Transaction<void> {
  const row = yield* firstOf('SELECT generation FROM snapshot WHERE task_id = ?', task.id);
  const before = row ? Number(row['generation']) : FIRST_SNAPSHOT / GROWTH;
  if (task.generation < before * GROWTH) return;
  yield* rowsOf(
    `INSERT INTO snapshot (task_id, generation, body) VALUES (?, ?, ?)
     ON CONFLICT (task_id) DO UPDATE SET generation = excluded.generation, body = excluded.body`,
    task.id,
    task.generation,
    JSON.stringify(snapshotOf(task)),
  );
}

/** The newest completed task of a conversation, which a new one continues. */
export function* latestCompleted(
  { principal, agent }: Pick<Submission, 'principal' | 'agent'>,
  contextId: string,
): Transaction<Task | undefined> {
  const row = yield* firstOf(
    `SELECT id FROM task WHERE context_id = ? AND principal = ? AND agent = ? AND state = 'completed'
     ORDER BY updated_at DESC LIMIT 1`,
    contextId,
    principal,
    agent,
  );
  return row && (yield* loadTask(String(row['id'])));
}

/** One page, newest change first. */
export function* pageOf(query: TaskQuery): Transaction<TaskPage> {
  const conditions: [string, SqlValue][] = [['principal = ?', query.principal]];
  if (query.agent !== undefined) conditions.push(['agent = ?', query.agent]);
  if (query.contextId !== undefined) conditions.push(['context_id = ?', query.contextId]);
  if (query.state !== undefined) conditions.push(['state = ?', query.state]);
  if (query.changedSince !== undefined) conditions.push(['updated_at >= ?', query.changedSince]);
  const where = conditions.map(([condition]) => condition).join(' AND ');
  const values = conditions.map(([, value]) => value);
  const total = yield* firstOf(`SELECT count(*) AS n FROM task WHERE ${where}`, ...values);
  const from = query.pageToken === undefined ? undefined : readPageToken(query.pageToken);
  const after = from ? ' AND (updated_at < ? OR (updated_at = ? AND id > ?))' : '';
  const rows = yield* rowsOf(
    `SELECT id FROM task WHERE ${where}${after} ORDER BY updated_at DESC, id LIMIT ?`,
    ...values,
    ...(from ? [from.updatedAt, from.updatedAt, from.id] : []),
    query.pageSize + 1,
  );
  const tasks: Task[] = [];
  for (const row of rows.slice(0, query.pageSize)) {
    const task = yield* loadTask(String(row['id']));
    if (task) tasks.push(task);
  }
  const last = tasks.at(-1);
  const hasMore = rows.length > query.pageSize;
  return {
    tasks,
    total: Number(total?.['n'] ?? 0),
    ...(last && hasMore && { nextPageToken: writePageToken(last) }),
  };
}
