import {
  NEVER_DUE,
  RunnerError,
  type Delivery,
  type Outbox,
  type OutboxBacklog,
  type PushTarget,
} from '../../port/index.ts';
import {
  queryFirst,
  queryRows,
  type Row,
  type SqlDatabase,
  type SqlValue,
  type Transaction,
} from '../statement.ts';

/** Matches a target that is still leased to the given holder. */
const LEASED = 'WHERE task_id = ? AND id = ? AND holder = ?';
const BEHIND = `due_at <= ? AND EXISTS (SELECT 1 FROM task
  WHERE task.id = push_target.task_id AND task.generation > push_target.sent)`;
const RETURNING_DELIVERY = 'RETURNING body, sent, failures';

/**
 * Creates an outbox in the database of the tasks, shared by all processes that have it open. Does
 * not close the database.
 *
 * Tasks and outbox share one database so that a backup contains both and a target is behind exactly
 * if its task's log is longer.
 */
export function createSqlOutbox(database: SqlDatabase): Outbox {
  const write = (sql: string, ...values: readonly SqlValue[]): Promise<readonly Row[]> =>
    database.write(() => queryRows(sql, ...values));
  const read = (sql: string, ...values: readonly SqlValue[]): Promise<readonly Row[]> =>
    database.read(() => queryRows(sql, ...values));

  return {
    put: (target, after, most) =>
      convertErrors(database.write(() => putTarget(target, after, most))),
    async get(taskId, id) {
      const sql = 'SELECT body FROM push_target WHERE task_id = ? AND id = ?';
      const row = await database.read(() => queryFirst(sql, taskId, id));
      return row && parseTargetRow(row);
    },
    async list(taskId) {
      const sql = 'SELECT body FROM push_target WHERE task_id = ? ORDER BY id';
      return (await read(sql, taskId)).map(parseTargetRow);
    },
    async remove(taskId, id) {
      await convertErrors(
        write('DELETE FROM push_target WHERE task_id = ? AND id = ?', taskId, id),
      );
    },
    async claim({ now, until, holder }, most) {
      // This read takes no lock that other claims would wait for, and usually finds nothing.
      const due = await read(`SELECT 1 AS found FROM push_target WHERE ${BEHIND} LIMIT 1`, now);
      if (due.length === 0) return [];
      // The outer `due_at` condition rechecks rows that another claim has leased meanwhile.
      const lent = await write(
        `UPDATE push_target SET due_at = ?, holder = ? WHERE due_at <= ? AND (task_id, id) IN
           (SELECT task_id, id FROM push_target WHERE ${BEHIND} ORDER BY due_at LIMIT ?) ${RETURNING_DELIVERY}`,
        until,
        holder,
        now,
        now,
        most,
      );
      return lent.map((row) => parseDeliveryRow(row, holder));
    },
    async claimForTask(taskId, { now, until, holder }, anew) {
      const isOfTask = 'task_id = ? AND (due_at <= ? OR due_at = ?)';
      const given = [taskId, now, anew ? NEVER_DUE : now];
      const due = await read(`SELECT 1 AS found FROM push_target WHERE ${isOfTask}`, ...given);
      if (due.length === 0) return [];
      const lend = `UPDATE push_target SET due_at = ?, holder = ? WHERE ${isOfTask} ${RETURNING_DELIVERY}`;
      const lent = await write(lend, until, holder, ...given);
      return lent.map((row) => parseDeliveryRow(row, holder));
    },
    countBacklog: () => database.read(readBacklog),
    async isHeld({ target: { taskId, id }, holder }) {
      const held = await read(`SELECT 1 AS found FROM push_target ${LEASED}`, taskId, id, holder);
      return held.length > 0;
    },
    async hold({ target: { taskId, id }, holder }, sent, until) {
      const held = await write(
        `UPDATE push_target SET sent = ?, due_at = ?, failures = 0 ${LEASED} RETURNING id`,
        sent,
        until,
        taskId,
        id,
        holder,
      );
      return held.length > 0;
    },
    async release({ target: { taskId, id }, holder }, { sent, failures, dueAt }) {
      await write(
        `UPDATE push_target SET sent = ?, due_at = ?, failures = ?, holder = '' ${LEASED}`,
        sent,
        dueAt,
        failures,
        taskId,
        id,
        holder,
      );
    },
    async discard({ target: { taskId, id }, holder }) {
      await write(`DELETE FROM push_target ${LEASED}`, taskId, id, holder);
    },
  };
}

/**
 * Converts a database failure to a `RunnerError`. Its message omits the cause, which only the
 * operator of the server may read.
 */
async function convertErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const message = 'push notifications cannot be configured now: try again later';
    throw new RunnerError('store-failed', message, { cause });
  }
}

function* readBacklog(): Transaction<OutboxBacklog> {
  const row = yield* queryFirst(
    `SELECT count(*) AS targets, count(CASE WHEN failures > 0 THEN 1 END) AS failing,
       min(task.updated_at) AS since
     FROM push_target JOIN task ON task.id = push_target.task_id
     WHERE due_at < ? AND task.generation > push_target.sent`,
    NEVER_DUE,
  );
  const since = row?.['since'] ?? null;
  return {
    targets: Number(row?.['targets']),
    failing: Number(row?.['failing']),
    ...(since !== null && { since: Number(since) }),
  };
}

function* putTarget(target: PushTarget, after: number, most: number): Transaction<boolean> {
  const { taskId, id } = target;
  const others = yield* queryFirst(
    'SELECT count(*) AS n FROM push_target WHERE task_id = ? AND id <> ?',
    taskId,
    id,
  );
  if (Number(others?.['n']) >= most) return false;
  yield* queryRows(
    `INSERT INTO push_target (task_id, id, body, sent, failures, due_at, holder)
     VALUES (?, ?, ?, ?, 0, 0, '')
     ON CONFLICT (task_id, id)
     DO UPDATE SET body = excluded.body, failures = 0, due_at = 0, holder = ''`,
    taskId,
    id,
    JSON.stringify(target),
    after,
  );
  return true;
}

function parseTargetRow(row: Row): PushTarget {
  return JSON.parse(String(row['body'])) as PushTarget;
}

function parseDeliveryRow(row: Row, holder: string): Delivery {
  const { sent, failures } = row;
  return { target: parseTargetRow(row), holder, sent: Number(sent), failures: Number(failures) };
}
