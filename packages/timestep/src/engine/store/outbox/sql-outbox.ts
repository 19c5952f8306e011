import {
  NEVER_DUE,
  RunnerError,
  type Delivery,
  type Outbox,
  type OutboxBacklog,
  type PushTarget,
} from '#engine/port';
import {
  execute,
  queryFirst,
  queryRows,
  type Row,
  type SqlDatabase,
  type SqlValues,
  type Transaction,
} from '../statement.ts';

const OF_TARGET = 'WHERE task_id = :taskId AND id = :id';
const LEASED = `${OF_TARGET} AND holder = :holder`;
const BEHIND = `due_at <= :now AND EXISTS (SELECT 1 FROM task
  WHERE task.id = push_target.task_id AND task.generation > push_target.sent)`;
const OF_TASK = 'task_id = :taskId AND (due_at <= :now OR due_at = :other)';
const LEASE = 'UPDATE push_target SET due_at = :until, holder = :holder';
const RETURNING_DELIVERY = 'RETURNING body, sent, failures';

/** Creates an outbox of push notifications in the database of the tasks, so that a backup contains both. */
export function createSqlOutbox(database: SqlDatabase): Outbox {
  const write = (sql: string, values: SqlValues): Promise<number> =>
    database.write(() => execute(sql, values));
  const read = (sql: string, values: SqlValues): Promise<readonly Row[]> =>
    database.read(() => queryRows(sql, values));

  /** Leases due notification targets. It first reads without a lock, because usually no target is due. */
  async function leaseDueTargets(
    due: Statement,
    update: Statement,
    holder: string,
  ): Promise<readonly Delivery[]> {
    if ((await read(due.sql, due.values)).length === 0) return [];
    const rows = await database.write(() => queryRows(update.sql, update.values));
    return rows.map((row) => parseDeliveryRow(row, holder));
  }

  return {
    put: (target, sentUntil, limit) =>
      convertErrors(database.write(() => putPushTarget(target, sentUntil, limit))),
    async get(taskId, id) {
      const [row] = await read(`SELECT body FROM push_target ${OF_TARGET}`, { taskId, id });
      return row && parseTargetRow(row);
    },
    async list(taskId) {
      const sql = 'SELECT body FROM push_target WHERE task_id = :taskId ORDER BY id';
      return (await read(sql, { taskId })).map(parseTargetRow);
    },
    async remove(taskId, id) {
      const sql = `DELETE FROM push_target ${OF_TARGET}`;
      await convertErrors(write(sql, { taskId, id }));
    },
    claim: ({ now, until, holder }, most) =>
      leaseDueTargets(
        { sql: `SELECT 1 AS found FROM push_target WHERE ${BEHIND} LIMIT 1`, values: { now } },
        {
          // Rows that another process has leased meanwhile are not leased.
          sql: `${LEASE} WHERE due_at <= :now AND (task_id, id) IN
            (SELECT task_id, id FROM push_target WHERE ${BEHIND} ORDER BY due_at LIMIT :most)
            ${RETURNING_DELIVERY}`,
          values: { now, until, holder, most },
        },
        holder,
      ),
    claimForTask(taskId, { now, until, holder }, anew) {
      const values = { taskId, now, other: anew ? NEVER_DUE : now };
      const sql = `${LEASE} WHERE ${OF_TASK} ${RETURNING_DELIVERY}`;
      return leaseDueTargets(
        { sql: `SELECT 1 AS found FROM push_target WHERE ${OF_TASK}`, values },
        { sql, values: { ...values, until, holder } },
        holder,
      );
    },
    countBacklog: () => database.read(readBacklog),
    async isHeld({ target: { taskId, id }, holder }) {
      const sql = `SELECT 1 AS found FROM push_target ${LEASED}`;
      return (await read(sql, { taskId, id, holder })).length > 0;
    },
    async hold({ target: { taskId, id }, holder }, sent, until) {
      const sql = `UPDATE push_target SET sent = :sent, due_at = :until, failures = 0 ${LEASED}`;
      return (await write(sql, { sent, until, taskId, id, holder })) > 0;
    },
    async release({ target: { taskId, id }, holder }, { sent, failures, dueAt }) {
      await write(
        `UPDATE push_target SET sent = :sent, due_at = :dueAt, failures = :failures, holder = ''
         ${LEASED}`,
        { sent, dueAt, failures, taskId, id, holder },
      );
    },
    async discard({ target: { taskId, id }, holder }) {
      const sql = `DELETE FROM push_target ${LEASED}`;
      await write(sql, { taskId, id, holder });
    },
  };
}

type Statement = { readonly sql: string; readonly values: SqlValues };

/**
 * Converts a database failure to a `RunnerError`. Its message omits the cause, which only the
 * operator should see.
 */
function convertErrors<T>(work: Promise<T>): Promise<T> {
  return work.catch((cause: unknown) => {
    const message = 'push notifications cannot be configured now: try again later';
    throw new RunnerError('store-failed', message, { cause });
  });
}

function* readBacklog(): Transaction<OutboxBacklog> {
  const row = yield* queryFirst(
    `SELECT count(*) AS targets, count(CASE WHEN failures > 0 THEN 1 END) AS failing,
       min(task.updated_at) AS since
     FROM push_target JOIN task ON task.id = push_target.task_id
     WHERE due_at < :never AND task.generation > push_target.sent`,
    { never: NEVER_DUE },
  );
  const since = row?.['since'] ?? null;
  return {
    targets: Number(row?.['targets']),
    failing: Number(row?.['failing']),
    ...(since !== null && { since: Number(since) }),
  };
}

function* putPushTarget(
  target: PushTarget,
  sentUntil: number,
  limit: number,
): Transaction<boolean> {
  const { taskId, id } = target;
  const others = yield* queryFirst(
    'SELECT count(*) AS n FROM push_target WHERE task_id = :taskId AND id <> :id',
    { taskId, id },
  );
  if (Number(others?.['n']) >= limit) return false;
  yield* execute(
    `INSERT INTO push_target (task_id, id, body, sent, failures, due_at, holder)
     VALUES (:taskId, :id, :body, :sentUntil, 0, 0, '')
     ON CONFLICT (task_id, id)
     DO UPDATE SET body = excluded.body, failures = 0, due_at = 0, holder = ''`,
    { taskId, id, body: JSON.stringify(target), sentUntil },
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
