import type { DatabaseSync } from 'node:sqlite';
import { getCallKey, listCallsAwaitingTask, hasTaskEnded, type Task } from '#core';
import {
  bindTransactions,
  createTransactionRunner,
  execute,
  queryFirst,
  queryRows,
  type BoundTransactions,
  type Transaction,
} from '#engine/store';

export interface StoredWait {
  /** Unique key of the wait of one tool call for one task. */
  readonly key: string;
  readonly awaitedId: string;
  /** Deadline of the wait; a time in the distant future if the call waits without a limit. */
  readonly until: number;
}

export interface DueWait extends StoredWait {
  readonly taskId: string;
  readonly principal: string;
  /**
   * Whether the waiting task has ended or was deleted, so that the awaited task must be canceled.
   */
  readonly isOver: boolean;
}

const NEVER = Number.MAX_SAFE_INTEGER;

export function listTaskWaits(task: Task): StoredWait[] {
  return listCallsAwaitingTask(task).flatMap((state) => {
    if (!state.awaits) return [];
    const { task_id: awaitedId, until = NEVER } = state.awaits;
    return [{ key: getCallKey(task, state), awaitedId, until }];
  });
}

/** SQL condition for an awaited task of the same principal that is still running. */
const UNSETTLED = `SELECT 1 FROM task WHERE id = :awaitedId AND id <> :taskId
  AND principal = :principal AND ended = 0 AND state <> 'input-required'`;

export function* replaceWaits(task: Task, waits: readonly StoredWait[]): Transaction<void> {
  const { id: taskId, origin } = task;
  yield* execute('DELETE FROM task_wait WHERE task_id = :taskId', { taskId });
  for (const { key, awaitedId, until } of waits) {
    const { principal } = origin;
    yield* execute(
      `INSERT INTO task_wait (task_id, key, awaited_id, principal, until_at, due_at)
       VALUES (:taskId, :key, :awaitedId, :principal, :until,
         CASE WHEN :hasEnded OR NOT EXISTS (${UNSETTLED}) THEN 0 ELSE :until END)`,
      { taskId, key, awaitedId, principal, until, hasEnded: hasTaskEnded(task) ? 1 : 0 },
    );
  }
}

/** Marks calls that wait for a settled task as due. Returns whether there are any. */
export function* markWaitsDue(settledId: string): Transaction<boolean> {
  const sql = 'UPDATE task_wait SET due_at = 0 WHERE awaited_id = :settledId AND due_at <> 0';
  return (yield* execute(sql, { settledId })) > 0;
}

const waitTransactions = {
  /**
   * Lists waiting tool calls of these agents that are due, because the awaited task has settled or the
   * deadline has passed. If a call's own task has ended, the awaited task's agent counts.
   */
  *listDue(now: number, agents: readonly string[], limit: number): Transaction<readonly DueWait[]> {
    const rows = yield* queryRows(
      `SELECT task_id, key, awaited_id, task_wait.principal, until_at,
         task.ended IS NOT 0 AS is_over
       FROM task_wait LEFT JOIN task ON task.id = task_id
         LEFT JOIN task AS awaited ON awaited.id = awaited_id
       WHERE due_at <= :now AND CASE WHEN task.ended = 0
         THEN task.suspended = 1 AND task.agent IN (SELECT value FROM json_each(:agents))
         ELSE awaited.id IS NULL OR awaited.agent IN (SELECT value FROM json_each(:agents)) END
       ORDER BY due_at LIMIT :limit`,
      { now, agents: JSON.stringify(agents), limit },
    );
    return rows.map((row) => ({
      taskId: String(row['task_id']),
      key: String(row['key']),
      awaitedId: String(row['awaited_id']),
      principal: String(row['principal']),
      until: Number(row['until_at']),
      isOver: row['is_over'] === 1,
    }));
  },

  *getNextDueTime(now: number): Transaction<number | undefined> {
    const sql = `SELECT min(due_at) AS next FROM task_wait WHERE due_at > :now AND due_at < ${NEVER}`;
    const next = (yield* queryFirst(sql, { now }))?.['next'] ?? undefined;
    return next === undefined ? undefined : Number(next);
  },

  *hasAny(): Transaction<boolean> {
    return (yield* queryFirst('SELECT 1 FROM task_wait LIMIT 1')) !== undefined;
  },

  *remove({ taskId, key }: DueWait): Transaction<void> {
    yield* execute('DELETE FROM task_wait WHERE task_id = :taskId AND key = :key', { taskId, key });
  },

  /** Makes a call wait again, because the awaited task is running again. */
  *waitAgain({ taskId, key, awaitedId, principal }: DueWait): Transaction<void> {
    yield* execute(
      `UPDATE task_wait SET due_at = until_at
       WHERE task_id = :taskId AND key = :key AND EXISTS (${UNSETTLED})`,
      { taskId, key, awaitedId, principal },
    );
  },
};

/** Table of tool calls that wait for other tasks. */
export type WaitTable = BoundTransactions<typeof waitTransactions>;

export function createWaitTable(database: DatabaseSync): WaitTable {
  return bindTransactions(createTransactionRunner(database), waitTransactions);
}
