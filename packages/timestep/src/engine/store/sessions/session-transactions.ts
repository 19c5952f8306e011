import {
  foldSession,
  omitUndefined,
  type NumberedSessionEvent,
  type Session,
  type SessionEvent,
} from '#core';
import type { SessionKey, SessionQuery } from '#engine/port';
import { execute, queryFirst, queryRows, type Row, type Transaction } from '../statement.ts';
import {
  combineConditions,
  buildTaskCondition,
  NEWEST_FIRST,
  buildConditionAfterPosition,
  type Condition,
} from '../tasks/task-selection.ts';
import { appendToSession, createConflictError } from './append-to-session.ts';
import { decodeOptionalPageToken } from './session-page.ts';

const OF_KEY = 'principal = :principal AND id = :id';

export function* appendSessionEvents(
  key: SessionKey,
  generation: number,
  events: readonly SessionEvent[],
  at: number,
): Transaction<Session> {
  const { principal, id } = key;
  const before = yield* findSession(key);
  const { session, events: added } = appendToSession(key, before, generation, events, at);
  const { agent, updatedAt, generation: reached } = session;
  const values = { principal, id, closed: session.isClosed ? 1 : 0, updatedAt, reached };
  // If another process has appended events meanwhile, this append is rejected as a conflict.
  const written = before
    ? yield* execute(
        `UPDATE session SET closed = :closed, updated_at = :updatedAt, generation = :reached
         WHERE ${OF_KEY} AND generation = :generation`,
        { ...values, generation },
      )
    : yield* execute(
        `INSERT INTO session (principal, id, agent, closed, updated_at, generation)
         VALUES (:principal, :id, :agent, :closed, :updatedAt, :reached) ON CONFLICT DO NOTHING`,
        { ...values, agent },
      );
  if (written === 0) throw createConflictError(key);
  for (const event of added) {
    yield* execute(
      `INSERT INTO session_event (principal, session_id, generation, body)
       VALUES (:principal, :id, :generation, :body)`,
      { principal, id, generation: event.generation, body: JSON.stringify(event) },
    );
  }
  return session;
}

export function* markSessionChanged({ principal, id }: SessionKey, at: number): Transaction<void> {
  const sql = `UPDATE session SET updated_at = :at WHERE ${OF_KEY} AND updated_at < :at`;
  yield* execute(sql, { at, principal, id });
}

/** Computes a session from its log, which is short because it holds only changes by users. */
export function* findSession({ principal, id }: SessionKey): Transaction<Session | undefined> {
  const sql = `SELECT updated_at FROM session WHERE ${OF_KEY}`;
  const row = yield* queryFirst(sql, { principal, id });
  if (!row) return undefined;
  const session = foldSession(yield* listSessionEvents({ principal, id }, 0));
  return session && { ...session, updatedAt: Number(row['updated_at']) };
}

export function* listSessionEvents(
  { principal, id }: SessionKey,
  after: number,
): Transaction<readonly NumberedSessionEvent[]> {
  const rows = yield* queryRows(
    `SELECT body FROM session_event
     WHERE principal = :principal AND session_id = :id AND generation > :after
     ORDER BY generation`,
    { principal, id, after },
  );
  return rows.map((row) => JSON.parse(String(row['body'])) as NumberedSessionEvent);
}

/** Lists a page of sessions, plus one more session if there are further pages. */
export function* listSessions(query: SessionQuery): Transaction<readonly Session[]> {
  const { where, values } = combineConditions(
    buildSessionCondition(query),
    buildConditionAfterPosition(decodeOptionalPageToken(query.pageToken)),
  );
  const rows = yield* queryRows(
    `SELECT principal, id FROM session WHERE ${where} ${NEWEST_FIRST} LIMIT :limit`,
    { ...values, limit: query.pageSize + 1 },
  );
  const sessions: Session[] = [];
  for (const row of rows) {
    const session = yield* findSession(parseSessionKey(row));
    if (session) sessions.push(session);
  }
  return sessions;
}

function buildSessionCondition({
  principal,
  agent,
  id,
  withClosed = false,
}: SessionQuery): Condition {
  const owned = buildTaskCondition(omitUndefined({ principal, agent }));
  const others = [
    ...(agent === undefined && id === undefined ? [{ where: "agent <> ''", values: {} }] : []),
    ...(id === undefined ? [] : [{ where: 'id = :id', values: { id } }]),
    ...(withClosed ? [] : [{ where: 'closed = 0', values: {} }]),
  ];
  return others.reduce<Condition>(combineConditions, owned);
}

export function* eraseSession({ principal, id }: SessionKey): Transaction<boolean> {
  yield* execute('DELETE FROM session_event WHERE principal = :principal AND session_id = :id', {
    principal,
    id,
  });
  return (yield* execute(`DELETE FROM session WHERE ${OF_KEY}`, { principal, id })) === 1;
}

export function* listUnchangedSessions(before: number): Transaction<readonly SessionKey[]> {
  const sql = 'SELECT principal, id FROM session WHERE updated_at < :before';
  return (yield* queryRows(sql, { before })).map(parseSessionKey);
}

/** Lists up to `limit` sessions that have not changed since a time and have no tasks left. */
export function* listOldSessionsWithoutTasks(
  before: number,
  limit: number,
): Transaction<readonly SessionKey[]> {
  const rows = yield* queryRows(
    `SELECT principal, id FROM session
     WHERE updated_at < :before AND NOT EXISTS (
       SELECT 1 FROM task WHERE task.context_id = session.id
         AND coalesce(task.principal, '') = session.principal)
     LIMIT :limit`,
    { before, limit },
  );
  return rows.map(parseSessionKey);
}

/** Deletes up to `limit` old sessions. Returns how many were deleted. */
export function* pruneSessions(before: number, limit: number): Transaction<number> {
  const old = yield* listOldSessionsWithoutTasks(before, limit);
  for (const key of old) yield* eraseSession(key);
  return old.length;
}

function parseSessionKey(row: Row): SessionKey {
  return { principal: String(row['principal']), id: String(row['id']) };
}
