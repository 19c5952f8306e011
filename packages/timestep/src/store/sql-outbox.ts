import {
  NEVER_DUE,
  RunnerError,
  type Delivery,
  type Outbox,
  type OutboxBacklog,
  type PushTarget,
} from '../port/index.ts';
import {
  firstOf,
  rowsOf,
  type Row,
  type SqlDatabase,
  type SqlValue,
  type Transaction,
} from './statement.ts';

/** Selects a target that is still lent to the given holder. */
const HELD = 'WHERE task_id = ? AND id = ? AND holder = ?';
const BEHIND = `due_at <= ? AND EXISTS (SELECT 1 FROM task
  WHERE task.id = push_target.task_id AND task.generation > push_target.sent)`;
const LENT = 'RETURNING body, sent, failures';

/**
 * An outbox beside the tasks, which all processes with the open database share: a backup holds
 * both, and a target is behind exactly when its task's log is longer. The caller that opened the
 * database closes it.
 */
export function createSqlOutbox(database: SqlDatabase): Outbox {
  const write = (sql: string, ...values: readonly SqlValue[]): Promise<readonly Row[]> =>
    database.write(() => rowsOf(sql, ...values));
  const read = (sql: string, ...values: readonly SqlValue[]): Promise<readonly Row[]> =>
    database.read(() => rowsOf(sql, ...values));

  return {
    put: (target, after, most) => kept(database.write(() => put(target, after, most))),
    async get(taskId, id) {
      const sql = 'SELECT body FROM push_target WHERE task_id = ? AND id = ?';
      const row = await database.read(() => firstOf(sql, taskId, id));
      return row && targetIn(row);
    },
    async list(taskId) {
      const sql = 'SELECT body FROM push_target WHERE task_id = ? ORDER BY id';
      return (await read(sql, taskId)).map(targetIn);
    },
    async remove(taskId, id) {
      await kept(write('DELETE FROM push_target WHERE task_id = ? AND id = ?', taskId, id));
    },
    async claim({ now, until, holder }, most) {
      // The read takes no lock that other claims wait for, and mostly finds nothing.
      const due = await read(`SELECT 1 AS found FROM push_target WHERE ${BEHIND} LIMIT 1`, now);
      if (due.length === 0) return [];
      // The outer condition is checked again for a row that another claim has lent meanwhile.
      const lent = await write(
        `UPDATE push_target SET due_at = ?, holder = ? WHERE due_at <= ? AND (task_id, id) IN
           (SELECT task_id, id FROM push_target WHERE ${BEHIND} ORDER BY due_at LIMIT ?) ${LENT}`,
        until,
        holder,
        now,
        now,
        most,
      );
      return lent.map((row) => deliveryIn(row, holder));
    },
    async claimOf(taskId, { now, until, holder }, anew) {
      const isOfTask = 'task_id = ? AND (due_at <= ? OR due_at = ?)';
      const given = [taskId, now, anew ? NEVER_DUE : now];
      const due = await read(`SELECT 1 AS found FROM push_target WHERE ${isOfTask}`, ...given);
      if (due.length === 0) return [];
      const lend = `UPDATE push_target SET due_at = ?, holder = ? WHERE ${isOfTask} ${LENT}`;
      const lent = await write(lend, until, holder, ...given);
      return lent.map((row) => deliveryIn(row, holder));
    },
    backlog: () => database.read(backlog),
    async isHeld({ target: { taskId, id }, holder }) {
      const held = await read(`SELECT 1 AS found FROM push_target ${HELD}`, taskId, id, holder);
      return held.length > 0;
    },
    async hold({ target: { taskId, id }, holder }, sent, until) {
      const held = await write(
        `UPDATE push_target SET sent = ?, due_at = ?, failures = 0 ${HELD} RETURNING id`,
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
        `UPDATE push_target SET sent = ?, due_at = ?, failures = ?, holder = '' ${HELD}`,
        sent,
        dueAt,
        failures,
        taskId,
        id,
        holder,
      );
    },
    async discard({ target: { taskId, id }, holder }) {
      await write(`DELETE FROM push_target ${HELD}`, taskId, id, holder);
    },
  };
}

/**
 * The caller receives a message without the cause, because the cause is for the operator of the
 * process.
 */
async function kept<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    const message = 'push notifications cannot be set now: try later';
    throw new RunnerError('store-failed', message, { cause });
  }
}

function* backlog(): Transaction<OutboxBacklog> {
  const row = yield* firstOf(
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

function* put(target: PushTarget, after: number, most: number): Transaction<boolean> {
  const { taskId, id } = target;
  const others = yield* firstOf(
    'SELECT count(*) AS n FROM push_target WHERE task_id = ? AND id <> ?',
    taskId,
    id,
  );
  if (Number(others?.['n']) >= most) return false;
  yield* rowsOf(
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

function targetIn(row: Row): PushTarget {
  return JSON.parse(String(row['body'])) as PushTarget;
}

function deliveryIn(row: Row, holder: string): Delivery {
  const { sent, failures } = row;
  return { target: targetIn(row), holder, sent: Number(sent), failures: Number(failures) };
}
