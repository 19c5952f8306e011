import {
  databaseFiles,
  keptFiles,
  NEVER_DUE,
  RunnerError,
  type Delivery,
  type Outbox,
  type PushTarget,
} from '../../port/index.ts';
import { openDatabase, type Synchronous } from './database.ts';
import { requireFiles, storeErrorOf } from './store-error.ts';

export interface SqliteOutboxOptions {
  /** The database file of the runner. */
  readonly path: string;
  readonly synchronous?: Synchronous;
}

/**
 * An outbox in the file that tasks are kept in, so that a backup holds both and a target is behind
 * exactly when its task's log is longer. Processes that share the file share the outbox. While the
 * file is away no target is lent or held. Throws `StoreError`.
 */
export function createSqliteOutbox({ path, synchronous = 'FULL' }: SqliteOutboxOptions): Outbox {
  const database = openDatabase(path, synchronous);
  const upsert = database.prepare(
    `INSERT INTO push_target (task_id, id, body, sent, failures, due_at, holder)
     SELECT :taskId, :id, :body, :after, 0, 0, ''
     WHERE (SELECT count(*) FROM push_target WHERE task_id = :taskId AND id <> :id) < :most
     ON CONFLICT (task_id, id)
     DO UPDATE SET body = excluded.body, failures = 0, due_at = 0, holder = ''`,
  );
  const select = database.prepare('SELECT body FROM push_target WHERE task_id = ? AND id = ?');
  const selectAll = database.prepare('SELECT body FROM push_target WHERE task_id = ? ORDER BY id');
  const erase = database.prepare('DELETE FROM push_target WHERE task_id = ? AND id = ?');
  const isBehind = `due_at <= :now AND EXISTS (SELECT 1 FROM task
    WHERE task.id = push_target.task_id AND task.generation > push_target.sent)`;
  const isOfTask = 'task_id = :taskId AND (due_at <= :now OR due_at = :never)';
  const findAny = database.prepare(`SELECT 1 FROM push_target WHERE ${isBehind} LIMIT 1`);
  const findOf = database.prepare(`SELECT 1 FROM push_target WHERE ${isOfTask} LIMIT 1`);
  const lend = 'UPDATE push_target SET due_at = :until, holder = :holder';
  const lent = 'RETURNING body, sent, failures';
  const claimAny = database.prepare(
    `${lend} WHERE (task_id, id) IN
       (SELECT task_id, id FROM push_target WHERE ${isBehind} ORDER BY due_at LIMIT :most) ${lent}`,
  );
  const claimOf = database.prepare(`${lend} WHERE ${isOfTask} ${lent}`);
  const held = 'WHERE task_id = ? AND id = ? AND holder = ?';
  const findHeld = database.prepare(`SELECT 1 FROM push_target ${held}`);
  const keep = database.prepare(
    `UPDATE push_target SET sent = ?, due_at = ?, failures = 0 ${held}`,
  );
  const giveBack = database.prepare(
    `UPDATE push_target SET sent = ?, due_at = ?, failures = ?, holder = '' ${held}`,
  );
  const discard = database.prepare(`DELETE FROM push_target ${held}`);

  const files = keptFiles(databaseFiles(database.location()));

  /** What callers wait for: they are told that it did not happen, and the cause stays here. */
  async function kept<T>(act: () => T): Promise<T> {
    try {
      requireFiles(files);
      const done = act();
      requireFiles(files);
      return done;
    } catch (thrown) {
      const message = 'push notifications cannot be set now: try later';
      throw new RunnerError('store-failed', message, { cause: storeErrorOf(thrown, path) });
    }
  }

  async function lending<T>(otherwise: T, act: () => T): Promise<T> {
    return files.problem() === undefined ? guarded(act) : otherwise;
  }

  async function guarded<T>(act: () => T): Promise<T> {
    try {
      return act();
    } catch (thrown) {
      throw storeErrorOf(thrown, path);
    }
  }

  return {
    put: (target, after, most) =>
      kept(() => {
        const { taskId, id } = target;
        return upsert.run({ taskId, id, body: JSON.stringify(target), after, most }).changes === 1;
      }),
    get: (taskId, id) => guarded(() => targetIn(select.get(taskId, id))),
    list: (taskId) => guarded(() => selectAll.all(taskId).flatMap((row) => targetIn(row) ?? [])),
    remove: (taskId, id) =>
      kept(() => {
        erase.run(taskId, id);
      }),
    // Looking takes no lock that others have to wait for; there is seldom anything to be done.
    claim: ({ now, until, holder }, most) =>
      lending<Delivery[]>([], () => {
        if (!findAny.get({ now })) return [];
        const rows = claimAny.all({ now, until, holder, most });
        return rows.flatMap((row) => deliveryIn(row, holder) ?? []);
      }),
    claimOf: (taskId, { now, until, holder }, anew) =>
      lending<Delivery[]>([], () => {
        const given = { now, taskId, never: anew ? NEVER_DUE : now };
        if (!findOf.get(given)) return [];
        const rows = claimOf.all({ ...given, until, holder });
        return rows.flatMap((row) => deliveryIn(row, holder) ?? []);
      }),
    isHeld: ({ target: { taskId, id }, holder }) =>
      lending(false, () => findHeld.get(taskId, id, holder) !== undefined),
    hold: ({ target: { taskId, id }, holder }, sent, until) =>
      lending(false, () => Number(keep.run(sent, until, taskId, id, holder).changes) > 0),
    release: ({ target: { taskId, id }, holder }, { sent, failures, dueAt }) =>
      lending(undefined, () => {
        giveBack.run(sent, dueAt, failures, taskId, id, holder);
      }),
    discard: ({ target: { taskId, id }, holder }) =>
      lending(undefined, () => {
        discard.run(taskId, id, holder);
      }),
    close: () => database.close(),
  };
}

function targetIn(row: Record<string, unknown> | undefined): PushTarget | undefined {
  return row && (JSON.parse(String(row['body'])) as PushTarget);
}

function deliveryIn(row: Record<string, unknown>, holder: string): Delivery | undefined {
  const target = targetIn(row);
  const { sent, failures } = row;
  return target && { target, holder, sent: Number(sent), failures: Number(failures) };
}
