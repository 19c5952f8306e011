import type { NumberedEvent } from '#core';
import { HOUR_MS, type CallCount, type WorkPeriod } from '#engine/port';
import {
  execute,
  queryFirst,
  queryRows,
  type SqlDatabase,
  type Transaction,
} from '../statement.ts';

const COLUMNS = `hour BIGINT NOT NULL,
    caller TEXT NOT NULL,
    agent TEXT NOT NULL,
    calls INTEGER NOT NULL`;

/**
 * Table of the calls between agents by hour. Its number of rows grows with the hours and the pairs of
 * agents, but not with the number of tasks.
 */
export const CALL_TABLE: string = `CREATE TABLE IF NOT EXISTS call_count (
    ${COLUMNS},
    PRIMARY KEY (hour, caller, agent)
  ) WITHOUT ROWID`;

/** The table `call_count` for databases with many writers, divided into parts as the table of the work. */
export const DIVIDED_CALL_TABLE: string = `CREATE TABLE IF NOT EXISTS call_count (
    ${COLUMNS},
    part INTEGER NOT NULL,
    PRIMARY KEY (hour, caller, agent, part)
  )`;

/** Maximum length of the name of a caller, which comes from its message. Longer names are not counted. */
const MAX_NAME_LENGTH = 200;

/** A call by which a task began, with the hour in which it is counted. */
export interface CountedCall extends Pick<CallCount, 'caller' | 'agent'> {
  readonly hour: number;
}

/** Finds the call by which a task began. Undefined unless the first event says that an agent called. */
export function findCallOfEvent(event: NumberedEvent): CountedCall | undefined {
  if (event.type !== 'task.submitted') return undefined;
  const caller = event.delegation?.path.at(-1);
  if (caller === undefined || caller.length > MAX_NAME_LENGTH) return undefined;
  // PostgreSQL stores neither of them in a text.
  if (caller.includes('\0') || !caller.isWellFormed()) return undefined;
  return { hour: event.at - (event.at % HOUR_MS), caller, agent: event.agent };
}

const VALUES = ':hour, :caller, :agent, 1';

const ADD_TO_PART = `INSERT INTO call_count VALUES (${VALUES}, :part)
  ON CONFLICT (hour, caller, agent, part) DO UPDATE SET calls = call_count.calls + 1`;

/** Adds a call to the row of its hour. Must run in the transaction that stores the task. */
export function addCallToHour(call: CountedCall): Transaction<number> {
  return execute(
    `INSERT INTO call_count VALUES (${VALUES})
     ON CONFLICT (hour, caller, agent) DO UPDATE SET calls = call_count.calls + 1`,
    { ...call },
  );
}

/** Adds a call to one part of an hour, in a table that divides each hour into several parts. */
export function addCallToHourPart(call: CountedCall, part: number): Transaction<number> {
  return execute(ADD_TO_PART, { ...call, part });
}

/** Maximum number of pairs of agents that are listed. */
const MAX_PAIRS = 1000;

/** Sums up the calls of a period by caller and called agent, the most calls first. */
export async function readCalls(
  { since, until }: WorkPeriod,
  database: Pick<SqlDatabase, 'read'>,
): Promise<readonly CallCount[]> {
  const sql = `SELECT caller, agent, sum(calls) AS calls FROM call_count
    WHERE hour >= :since AND hour < :until
    GROUP BY caller, agent ORDER BY 3 DESC, caller, agent LIMIT :limit`;
  const rows = await database.read(() => queryRows(sql, { since, until, limit: MAX_PAIRS }));
  return rows.map((row) => ({
    caller: String(row['caller']),
    agent: String(row['agent']),
    calls: Number(row['calls']),
  }));
}

/** Whether the database contains counts of calls for hours before `before`. */
export function* hasCallsBefore(before: number): Transaction<boolean> {
  const sql = 'SELECT 1 FROM call_count WHERE hour < :before LIMIT 1';
  return (yield* queryFirst(sql, { before })) !== undefined;
}

/** Erases the counts of calls in the oldest hours before a time. Returns the number of erased rows. */
export function eraseOldCallRows(before: number, limit: number): Transaction<number> {
  return execute(
    `DELETE FROM call_count WHERE (hour, caller, agent) IN (
       SELECT hour, caller, agent FROM call_count WHERE hour < :before
       ORDER BY hour LIMIT :limit)`,
    { before, limit },
  );
}
