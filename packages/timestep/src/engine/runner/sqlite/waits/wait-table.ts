import type { DatabaseSync } from 'node:sqlite';
import {
  getCallKey,
  listCallsAwaitingTask,
  isFinal,
  isInputRequired,
  type Task,
} from '../../../../core/index.ts';

/** A call that waits for another task, as stored. */
export interface StoredWait {
  /** Key of the call, different for each wait. */
  readonly key: string;
  readonly awaitedId: string;
  /** Deadline in milliseconds since the epoch. A distant time if the call waits without a limit. */
  readonly until: number;
}

/** A call that no longer needs to wait. */
export interface DueWait extends StoredWait {
  /** Id of the waiting task. */
  readonly taskId: string;
  readonly principal: string;
  /** True if the waiting task has ended or is gone, so that the awaited task must be canceled. */
  readonly isOver: boolean;
}

/** Tool calls that wait for other tasks. Writes must run in a transaction. */
export interface WaitTable {
  /** Lists up to `limit` due calls whose waiting or awaited task belongs to these agents. */
  listDue(now: number, agents: readonly string[], limit: number): DueWait[];
  /** Returns the earliest future deadline. Undefined if no call has one. */
  getNextDueTime(now: number): number | undefined;
  /** Returns whether any call waits. */
  hasAny(): boolean;
  remove(wait: DueWait): void;
  /** Lets a call wait again, because the awaited task was settled and is running again. */
  waitAgain(wait: DueWait): void;
}

/** Writes the waits of a task together with the task. */
export interface WaitWriter {
  /** Stores the current waits of a task's calls, replacing earlier waits. */
  replaceWaits(task: Task, waits: readonly StoredWait[]): void;
  /** Marks calls that wait for a settled task as due. Returns whether there are any. */
  markDue(task: Task): boolean;
}

const NEVER = Number.MAX_SAFE_INTEGER;

/** Lists the waits of a task's calls, even if the task has ended. */
export function listWaits(task: Task): StoredWait[] {
  return listCallsAwaitingTask(task).flatMap((state) =>
    state.awaits
      ? [
          {
            key: getCallKey(task, state),
            awaitedId: state.awaits.task_id,
            until: state.awaits.until ?? NEVER,
          },
        ]
      : [],
  );
}

/**
 * SQL query for an awaited task that is not settled. `?3` is its id, `?4` the principal of the
 * waiting task.
 */
const UNSETTLED = `SELECT 1 FROM task WHERE id = ?3 AND id <> ?1 AND principal = ?4
  AND ended = 0 AND state <> 'input-required'`;

export function createWaitWriter(database: DatabaseSync): WaitWriter {
  const removeAll = database.prepare('DELETE FROM task_wait WHERE task_id = ?');
  const insert = database.prepare(
    `INSERT INTO task_wait (task_id, key, awaited_id, principal, until_at, due_at)
     VALUES (?1, ?2, ?3, ?4, ?5, CASE WHEN ?6 OR NOT EXISTS (${UNSETTLED}) THEN 0 ELSE ?5 END)`,
  );
  const makeDue = database.prepare(
    'UPDATE task_wait SET due_at = 0 WHERE awaited_id = ? AND due_at <> 0',
  );
  return {
    replaceWaits(task, waits) {
      const { principal } = task.origin;
      removeAll.run(task.id);
      for (const { key, awaitedId, until } of waits) {
        insert.run(task.id, key, awaitedId, principal, until, isFinal(task) ? 1 : 0);
      }
    },
    markDue(task) {
      const isSettled = isFinal(task) || isInputRequired(task);
      return isSettled && Number(makeDue.run(task.id).changes) > 0;
    },
  };
}

export function createWaitTable(database: DatabaseSync): WaitTable {
  const select = database.prepare(
    `SELECT task_id, key, awaited_id, task_wait.principal, until_at, task.ended IS NOT 0 AS is_over
     FROM task_wait LEFT JOIN task ON task.id = task_id
       LEFT JOIN task AS awaited ON awaited.id = awaited_id
     WHERE due_at <= ?1 AND CASE WHEN task.ended = 0
       THEN task.suspended = 1 AND task.agent IN (SELECT value FROM json_each(?2))
       ELSE awaited.id IS NULL OR awaited.agent IN (SELECT value FROM json_each(?2)) END
     ORDER BY due_at LIMIT ?3`,
  );
  const selectNext = database.prepare(
    `SELECT min(due_at) AS next FROM task_wait WHERE due_at > ? AND due_at < ${NEVER}`,
  );
  const selectAny = database.prepare('SELECT 1 FROM task_wait LIMIT 1');
  const remove = database.prepare('DELETE FROM task_wait WHERE task_id = ? AND key = ?');
  const waitOn = database.prepare(
    `UPDATE task_wait SET due_at = until_at
     WHERE task_id = ?1 AND key = ?2 AND EXISTS (${UNSETTLED})`,
  );
  return {
    listDue: (now, agents, limit) =>
      select.all(now, JSON.stringify(agents), limit).map((row) => ({
        taskId: String(row['task_id']),
        key: String(row['key']),
        awaitedId: String(row['awaited_id']),
        principal: String(row['principal']),
        until: Number(row['until_at']),
        isOver: row['is_over'] === 1,
      })),
    getNextDueTime(now) {
      const next = selectNext.get(now)?.['next'];
      return next === null || next === undefined ? undefined : Number(next);
    },
    hasAny: () => selectAny.get() !== undefined,
    remove({ taskId, key }) {
      remove.run(taskId, key);
    },
    waitAgain({ taskId, key, awaitedId, principal }) {
      waitOn.run(taskId, key, awaitedId, principal);
    },
  };
}
