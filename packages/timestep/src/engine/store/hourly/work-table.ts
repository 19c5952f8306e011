import { HOUR_MS, type WorkCount, type WorkPeriod } from '#engine/port';
import {
  execute,
  queryFirst,
  queryRows,
  type Row,
  type SqlDatabase,
  type SqlValues,
  type Transaction,
} from '../statement.ts';

const COLUMNS = `hour BIGINT NOT NULL,
    kind TEXT NOT NULL,
    agent TEXT NOT NULL,
    model TEXT NOT NULL,
    range INTEGER NOT NULL,
    count INTEGER NOT NULL,
    failed INTEGER NOT NULL,
    input_tokens BIGINT NOT NULL,
    cached_tokens BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    cost_usd DOUBLE PRECISION NOT NULL,
    unpriced INTEGER NOT NULL`;

/**
 * Table of the work by hour. Its number of rows grows with the hours, agents and models, but not
 * with the number of tasks.
 */
export const WORK_TABLE: string = `CREATE TABLE IF NOT EXISTS work_count (
    ${COLUMNS},
    PRIMARY KEY (hour, kind, agent, model, range)
  ) WITHOUT ROWID`;

/**
 * The table `work_count` for databases with many writers. The row of an hour is divided into parts, because a
 * transaction that changes a row blocks all others that change it.
 */
export const DIVIDED_WORK_TABLE: string = `CREATE TABLE IF NOT EXISTS work_count (
    ${COLUMNS},
    part INTEGER NOT NULL,
    PRIMARY KEY (hour, kind, agent, model, range, part)
  )`;

const VALUES = `:hour, :kind, :agent, :model, :range, :count, :failed,
    :inputTokens, :cachedTokens, :outputTokens, :costUsd, :unpriced`;

const SUMS = `count = work_count.count + excluded.count,
    failed = work_count.failed + excluded.failed,
    input_tokens = work_count.input_tokens + excluded.input_tokens,
    cached_tokens = work_count.cached_tokens + excluded.cached_tokens,
    output_tokens = work_count.output_tokens + excluded.output_tokens,
    cost_usd = work_count.cost_usd + excluded.cost_usd,
    unpriced = work_count.unpriced + excluded.unpriced`;

const ADD = `INSERT INTO work_count VALUES (${VALUES})
  ON CONFLICT (hour, kind, agent, model, range) DO UPDATE SET ${SUMS}`;

const ADD_TO_PART = `INSERT INTO work_count VALUES (${VALUES}, :part)
  ON CONFLICT (hour, kind, agent, model, range, part) DO UPDATE SET ${SUMS}`;

/** Adds counted work to the row of its hour. Must run in the transaction that stores the counted event. */
export function addWorkToHour(counted: WorkCount): Transaction<number> {
  return execute(ADD, { ...counted });
}

/** Adds counted work to one part of an hour, in a table that divides each hour into several parts. */
export function addWorkToHourPart(counted: WorkCount, part: number): Transaction<number> {
  return execute(ADD_TO_PART, { ...counted, part });
}

/** Milliseconds for which the hourly counts of work are kept after their tasks are erased: 90 days. */
export const WORK_MS_AFTER_TASKS: number = 90 * 24 * HOUR_MS;

/** Number of hours of statistics to read per query, so that other work can run between the queries. */
const HOURS_PER_QUERY = 24;

/** Reads the work of a period, one day at a time, the oldest hour first. */
export async function readWork(
  { since, until }: WorkPeriod,
  database: Pick<SqlDatabase, 'read'>,
): Promise<readonly WorkCount[]> {
  const counts: WorkCount[] = [];
  const step = HOURS_PER_QUERY * HOUR_MS;
  const first = await database.read(() => readHourOrZero(FIRST_HOUR, { since }));
  const last = await database.read(() => readHourOrZero(LAST_HOUR, { since }));
  const end = Math.min(until, last + 1);
  for (let from = first; from < end; from += step) {
    const rows = await database.read(() =>
      queryRows(READ, { from, until: Math.min(from + step, end) }),
    );
    counts.push(...rows.map(parseWorkCount));
    await new Promise(setImmediate);
  }
  return counts;
}

const READ = `SELECT * FROM work_count WHERE hour >= :from AND hour < :until
  ORDER BY hour, kind, agent, model, range`;

const FIRST_HOUR = 'SELECT hour FROM work_count WHERE hour >= :since ORDER BY hour LIMIT 1';
const LAST_HOUR = 'SELECT hour FROM work_count WHERE hour >= :since ORDER BY hour DESC LIMIT 1';

/** Finds the first or last counted hour since a time; 0 if there is none. */
function* readHourOrZero(sql: string, values: SqlValues): Transaction<number> {
  const row = yield* queryFirst(sql, values);
  return Number(row?.['hour'] ?? 0);
}

/**
 * Whether the database contains work statistics for hours before `before`, in milliseconds since the epoch.
 */
export function* hasWorkBefore(before: number): Transaction<boolean> {
  const sql = 'SELECT 1 FROM work_count WHERE hour < :before LIMIT 1';
  return (yield* queryFirst(sql, { before })) !== undefined;
}

/** Erases the counts of the oldest hours before a time. Returns the number of erased rows. */
export function eraseOldWorkRows(before: number, limit: number): Transaction<number> {
  return execute(
    `DELETE FROM work_count WHERE (hour, kind, agent, model, range) IN (
       SELECT hour, kind, agent, model, range FROM work_count WHERE hour < :before
       ORDER BY hour LIMIT :limit)`,
    { before, limit },
  );
}

function parseWorkCount(row: Row): WorkCount {
  return {
    hour: Number(row['hour']),
    kind: row['kind'] === 'task' ? 'task' : 'model',
    agent: String(row['agent']),
    model: String(row['model']),
    range: Number(row['range']),
    count: Number(row['count']),
    failed: Number(row['failed']),
    inputTokens: Number(row['input_tokens']),
    cachedTokens: Number(row['cached_tokens']),
    outputTokens: Number(row['output_tokens']),
    costUsd: Number(row['cost_usd']),
    unpriced: Number(row['unpriced']),
  };
}
