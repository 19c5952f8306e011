import type { Outbox, PushTarget } from '../../port/index.ts';
import { openDatabase, type Synchronous } from './database.ts';
import { storeErrorOf } from './store-error.ts';

export interface SqliteOutboxOptions {
  /** The database file of the runner. */
  readonly path: string;
  readonly synchronous?: Synchronous;
}

/**
 * An outbox in the file that tasks are kept in, so that a backup holds both and a target is behind
 * exactly when its task's log is longer. Processes that share the file share the outbox. Throws
 * `StoreError`.
 */
export function createSqliteOutbox({ path, synchronous = 'FULL' }: SqliteOutboxOptions): Outbox {
  const database = openDatabase(path, synchronous);
  const upsert = database.prepare(
    `INSERT INTO push_target (task_id, id, body, sent, failures, due_at) VALUES (?, ?, ?, ?, 0, 0)
     ON CONFLICT (task_id, id) DO UPDATE SET body = excluded.body, failures = 0, due_at = 0`,
  );
  const select = database.prepare('SELECT body FROM push_target WHERE task_id = ? AND id = ?');
  const selectAll = database.prepare('SELECT body FROM push_target WHERE task_id = ? ORDER BY id');
  const erase = database.prepare('DELETE FROM push_target WHERE task_id = ? AND id = ?');
  const isBehind = `due_at <= ?1 AND EXISTS (SELECT 1 FROM task
    WHERE task.id = push_target.task_id AND task.generation > push_target.sent)`;
  const isOfTask = 'due_at <= ?1 AND task_id = ?3';
  const lend = 'UPDATE push_target SET due_at = ?2';
  const claimAll = database.prepare(`${lend} WHERE ${isBehind} RETURNING body, sent, failures`);
  const claimOf = database.prepare(`${lend} WHERE ${isOfTask} RETURNING body, sent, failures`);
  const findAny = database.prepare(`SELECT 1 FROM push_target WHERE ${isBehind} LIMIT 1`);
  const findOf = database.prepare('SELECT 1 FROM push_target WHERE due_at <= ? AND task_id = ?');
  const advance = database.prepare(
    'UPDATE push_target SET sent = ?, due_at = ?, failures = 0 WHERE task_id = ? AND id = ?',
  );
  const giveBack = database.prepare(
    'UPDATE push_target SET due_at = ?, failures = ? WHERE task_id = ? AND id = ?',
  );

  async function guarded<T>(act: () => T): Promise<T> {
    try {
      return act();
    } catch (thrown) {
      throw storeErrorOf(thrown, path);
    }
  }

  return {
    put: (target, after) =>
      guarded(() => {
        upsert.run(target.taskId, target.id, JSON.stringify(target), after);
      }),
    get: (taskId, id) => guarded(() => targetIn(select.get(taskId, id))),
    list: (taskId) => guarded(() => selectAll.all(taskId).flatMap((row) => targetIn(row) ?? [])),
    remove: (taskId, id) =>
      guarded(() => {
        erase.run(taskId, id);
      }),
    claim: (now, until, taskId) =>
      guarded(() => {
        // Looking takes no lock that others have to wait for; there is seldom anything to be done.
        const found = taskId === undefined ? findAny.get(now) : findOf.get(now, taskId);
        if (!found) return [];
        const rows =
          taskId === undefined ? claimAll.all(now, until) : claimOf.all(now, until, taskId);
        return rows.flatMap((row) => {
          const target = targetIn(row);
          const { sent, failures } = row;
          return target ? [{ target, sent: Number(sent), failures: Number(failures) }] : [];
        });
      }),
    sent: ({ taskId, id }, generation, until) =>
      guarded(() => {
        advance.run(generation, until, taskId, id);
      }),
    release: ({ taskId, id }, dueAt, failures) =>
      guarded(() => {
        giveBack.run(dueAt, failures, taskId, id);
      }),
    close: () => database.close(),
  };
}

function targetIn(row: Record<string, unknown> | undefined): PushTarget | undefined {
  return row && (JSON.parse(String(row['body'])) as PushTarget);
}
