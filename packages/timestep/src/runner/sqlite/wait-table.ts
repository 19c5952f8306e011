import type { DatabaseSync } from 'node:sqlite';
import {
  callKeyOf,
  callsAwaitingTask,
  isFinal,
  isInterrupted,
  type Task,
} from '../../core/index.ts';

/** A call that waits for another task, ready to be stored. */
export interface StoredWait {
  /** The key of the call, which is another for each time that it waits. */
  readonly key: string;
  readonly awaitedId: string;
  /** Milliseconds since the epoch; far away where the call waits without an end. */
  readonly until: number;
}

/** A call that need not wait any longer. */
export interface DueWait extends StoredWait {
  /** The task of the call. */
  readonly taskId: string;
  readonly principal: string;
  /** The task of the call has ended or is gone, so that the awaited task is to be canceled. */
  readonly isOver: boolean;
}

/** The calls that wait for other tasks. Writes must run in a transaction. */
export interface WaitTable {
  /** Calls of, and for, tasks of these agents that need not wait any longer; not more than the limit. */
  due(now: number, agents: readonly string[], limit: number): DueWait[];
  /** The earliest time at which a call waits no longer; `undefined` where none has such a time. */
  nextDue(now: number): number | undefined;
  /** Whether any call waits. */
  hasAny(): boolean;
  remove(wait: DueWait): void;
  /** Lets a call wait on: the awaited task was settled and is under way again. */
  waitOn(wait: DueWait): void;
}

/** Writes what the calls of a task wait for, with the task itself. */
export interface WaitWriting {
  /** Keeps what the calls of a task wait for now, in place of what was kept before. */
  keep(task: Task, waits: readonly StoredWait[]): void;
  /** Makes calls due that wait for a task, where it is settled; returns whether there are any. */
  wake(task: Task): boolean;
}

const NEVER = Number.MAX_SAFE_INTEGER;

/** What the calls of a task wait for, also where it has ended meanwhile. */
export function waitsOf(task: Task): StoredWait[] {
  return callsAwaitingTask(task).flatMap((state) =>
    state.awaits
      ? [
          {
            key: callKeyOf(task, state),
            awaitedId: state.awaits.task_id,
            until: state.awaits.until ?? NEVER,
          },
        ]
      : [],
  );
}

/** Selects whether an awaited task is not settled; `?3` is its id, `?4` that of the task that waits. */
const UNSETTLED = `SELECT 1 FROM task WHERE id = ?3 AND id <> ?1 AND principal = ?4
  AND ended = 0 AND state <> 'input-required'`;

export function createWaitWriting(database: DatabaseSync): WaitWriting {
  const removeAll = database.prepare('DELETE FROM task_wait WHERE task_id = ?');
  const insert = database.prepare(
    `INSERT INTO task_wait (task_id, key, awaited_id, principal, until_at, due_at)
     VALUES (?1, ?2, ?3, ?4, ?5, CASE WHEN ?6 OR NOT EXISTS (${UNSETTLED}) THEN 0 ELSE ?5 END)`,
  );
  const makeDue = database.prepare(
    'UPDATE task_wait SET due_at = 0 WHERE awaited_id = ? AND due_at <> 0',
  );
  return {
    keep(task, waits) {
      const { principal } = task.origin;
      removeAll.run(task.id);
      for (const { key, awaitedId, until } of waits) {
        insert.run(task.id, key, awaitedId, principal, until, isFinal(task) ? 1 : 0);
      }
    },
    wake(task) {
      const isSettled = isFinal(task) || isInterrupted(task);
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
    due: (now, agents, limit) =>
      select.all(now, JSON.stringify(agents), limit).map((row) => ({
        taskId: String(row['task_id']),
        key: String(row['key']),
        awaitedId: String(row['awaited_id']),
        principal: String(row['principal']),
        until: Number(row['until_at']),
        isOver: row['is_over'] === 1,
      })),
    nextDue(now) {
      const next = selectNext.get(now)?.['next'];
      return next === null || next === undefined ? undefined : Number(next);
    },
    hasAny: () => selectAny.get() !== undefined,
    remove({ taskId, key }) {
      remove.run(taskId, key);
    },
    waitOn({ taskId, key, awaitedId, principal }) {
      waitOn.run(taskId, key, awaitedId, principal);
    },
  };
}
