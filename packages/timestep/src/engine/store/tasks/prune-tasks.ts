import type { PruneOptions, PruneResult } from '#engine/port';
import { listIdsOfOldFiles, pruneFiles } from '../files/file-transactions.ts';
import { listOldSessionsWithoutTasks, pruneSessions } from '../sessions/session-transactions.ts';
import { queryRows, type Row, type SqlDatabase, type Transaction } from '../statement.ts';
import type { Position } from './task-selection.ts';

/** A task that may be erased, and its size. */
export interface ErasableTask extends Position {
  readonly events: number;
  /** Size of the task in bytes, including contents that only this task uses. */
  readonly bytes: number;
}

/** Position in the list of tasks before the first task. */
export const START_POSITION: Position = { id: '', updatedAt: Number.MIN_SAFE_INTEGER };

/** SQL condition for another task of the same conversation. It uses only the index by context. */
const sameConversation = (other: string): string => `${other}.context_id = task.context_id
      AND coalesce(${other}.principal, '') = task.principal
      AND coalesce(${other}.agent, '') = task.agent`;

/** SQL condition for the newest completed task of a conversation in which another task is recent or still running. */
const KEPT_CONDITION = `state = 'completed'
  AND NOT EXISTS (
    SELECT 1 FROM task AS newer WHERE ${sameConversation('newer')}
      AND coalesce(newer.state, '') = 'completed' AND newer.updated_at > task.updated_at)
  AND EXISTS (
    SELECT 1 FROM task AS other WHERE ${sameConversation('other')}
      AND (other.ended = 0 OR other.updated_at >= :before))`;

const ENDED_AFTER = 'ended = 1 AND updated_at < :before AND (updated_at, id) > (:updatedAt, :id)';

/** Lists tasks that ended before a time, oldest first. `contentBytes` is an SQL expression. */
export function* listErasableTasks(
  before: number,
  { id, updatedAt }: Position,
  limit: number,
  contentBytes: string,
): Transaction<readonly ErasableTask[]> {
  const rows = yield* queryRows(
    `SELECT id, updated_at, generation,
       coalesce((SELECT octet_length(body) FROM snapshot WHERE task_id = task.id), 0) +
       coalesce((SELECT sum(octet_length(body)) FROM event WHERE task_id = task.id), 0) +
       coalesce(${contentBytes}, 0) AS bytes
     FROM task WHERE ${ENDED_AFTER} AND NOT (${KEPT_CONDITION})
     ORDER BY updated_at, id LIMIT :limit`,
    { before, id, updatedAt, limit },
  );
  return rows.map((row) => ({
    ...parsePosition(row),
    events: Number(row['generation']),
    bytes: Number(row['bytes']),
  }));
}

export interface EraseScan {
  readonly erasable: readonly string[];
  /** Position of the last scanned task, even if that task must not be erased. */
  readonly last: Position | undefined;
}

/** Lists the erasable tasks among the next `limit` ended tasks, which is always fast. */
export function* scanErasableTasks(
  before: number,
  { id, updatedAt }: Position,
  limit: number,
): Transaction<EraseScan> {
  const rows = yield* queryRows(
    `SELECT id, updated_at, NOT (${KEPT_CONDITION}) AS is_erasable
     FROM (SELECT * FROM task WHERE ${ENDED_AFTER} ORDER BY updated_at, id LIMIT :limit) AS task
     ORDER BY updated_at, id`,
    { before, id, updatedAt, limit },
  );
  const row = rows.at(-1);
  return {
    erasable: rows.filter((each) => each['is_erasable'] === 1).map((each) => String(each['id'])),
    last: row && parsePosition(row),
  };
}

function parsePosition(row: Row): Position {
  return { id: String(row['id']), updatedAt: Number(row['updated_at']) };
}

export interface PruneDeps {
  readonly database: SqlDatabase;
  readonly contentBytes: string;
  readonly eraseTasks: (ids: readonly string[]) => Transaction<void>;
}

/** Maximum number of tasks to read per query, which limits the use of memory. */
const TASKS_PER_QUERY = 2000;
/** Maximum numbers of events and tasks per transaction, which limits how long other processes wait. */
const TRANSACTION_LIMITS = { events: 2000, tasks: 100 };
const FILES_PER_TRANSACTION = 10;

/** Erases old tasks, sessions and files. Can be stopped between transactions. */
export async function pruneTasksSessionsAndFiles(
  { database, contentBytes, eraseTasks }: PruneDeps,
  { before, isDryRun, signal }: PruneOptions,
): Promise<PruneResult> {
  let pruned: PruneResult = { tasks: 0, events: 0, bytes: 0 };
  let after = START_POSITION;

  async function pruneInSteps(
    listOld: (before: number, limit: number) => Transaction<readonly unknown[]>,
    prune: (before: number, limit: number) => Transaction<number>,
    limit: number,
  ): Promise<void> {
    // Erasable tasks are searched without a lock, because usually there are none.
    for (;;) {
      if (signal?.aborted) return;
      const old = await database.read(() => listOld(before, 1));
      if (old.length === 0) return;
      await database.write(() => prune(before, limit));
    }
  }

  for (;;) {
    const from = after;
    const found = await database.read(() =>
      listErasableTasks(before, from, TASKS_PER_QUERY, contentBytes),
    );
    after = found.at(-1) ?? from;
    if (found.length === 0) break;
    for (const batch of groupIntoBatches(found, TRANSACTION_LIMITS)) {
      if (signal?.aborted) return pruned;
      if (!isDryRun) await database.write(() => eraseTasks(batch.map(({ id }) => id)));
      pruned = batch.reduce(addToPruneResult, pruned);
    }
  }
  if (isDryRun) return pruned;
  await pruneInSteps(listOldSessionsWithoutTasks, pruneSessions, TRANSACTION_LIMITS.tasks);
  await pruneInSteps(listIdsOfOldFiles, pruneFiles, FILES_PER_TRANSACTION);
  return pruned;
}

function addToPruneResult(sum: PruneResult, { events, bytes }: ErasableTask): PruneResult {
  return { tasks: sum.tasks + 1, events: sum.events + events, bytes: sum.bytes + bytes };
}

/** Groups tasks into transactions of limited size. A task with a longer log gets its own. */
export function groupIntoBatches<T extends { readonly events: number }>(
  tasks: readonly T[],
  bounds: { readonly events: number; readonly tasks: number },
): T[][] {
  const batches: T[][] = [];
  let events = 0;
  for (const task of tasks) {
    const current = batches.at(-1);
    events += task.events;
    if (current && current.length < bounds.tasks && events <= bounds.events) {
      current.push(task);
    } else {
      batches.push([task]);
      events = task.events;
    }
  }
  return batches;
}
