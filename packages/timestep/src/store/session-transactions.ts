import {
  foldSession,
  type NumberedSessionEvent,
  type Session,
  type SessionEvent,
} from '../core/index.ts';
import type { SessionKey, SessionQuery } from '../port/index.ts';
import { appendToSession, changedMeanwhile } from './append-to-session.ts';
import { startOfPage } from './session-page.ts';
import { firstOf, rowsOf, type Transaction } from './statement.ts';
import {
  both,
  conditionOf,
  NEWEST_FIRST,
  positionsAfter,
  type Condition,
} from './task-selection.ts';

const OF_KEY = 'principal = ? AND id = ?';

/** Adds events to the log of a session. Throws `SessionStoreError`. */
export function* appendEvents(
  key: SessionKey,
  generation: number,
  events: readonly SessionEvent[],
  at: number,
): Transaction<Session> {
  const before = yield* findSession(key);
  const added = appendToSession(key, before, generation, events, at);
  const { agent, isClosed, updatedAt, generation: reached } = added.session;
  const closed = isClosed ? 1 : 0;
  const { principal, id } = key;
  // Another process may have added events between the look above and this statement.
  const written = before
    ? yield* firstOf(
        `UPDATE session SET closed = ?, updated_at = ?, generation = ?
         WHERE ${OF_KEY} AND generation = ? RETURNING generation`,
        closed,
        updatedAt,
        reached,
        principal,
        id,
        generation,
      )
    : yield* firstOf(
        `INSERT INTO session (principal, id, agent, closed, updated_at, generation)
         VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING generation`,
        principal,
        id,
        agent,
        closed,
        updatedAt,
        reached,
      );
  if (!written) throw changedMeanwhile(key);
  for (const event of added.events) {
    yield* rowsOf(
      'INSERT INTO session_event (principal, session_id, generation, body) VALUES (?, ?, ?, ?)',
      principal,
      id,
      event.generation,
      JSON.stringify(event),
    );
  }
  return added.session;
}

export function* touchSession({ principal, id }: SessionKey, at: number): Transaction<void> {
  yield* rowsOf(
    `UPDATE session SET updated_at = ? WHERE ${OF_KEY} AND updated_at < ?`,
    at,
    principal,
    id,
    at,
  );
}

/** The session, folded from its log, which only holds what people changed by hand. */
export function* findSession(key: SessionKey): Transaction<Session | undefined> {
  const row = yield* firstOf(
    `SELECT updated_at FROM session WHERE ${OF_KEY}`,
    key.principal,
    key.id,
  );
  if (!row) return undefined;
  const session = foldSession(yield* eventsOfSession(key, 0));
  return session && { ...session, updatedAt: Number(row['updated_at']) };
}

export function* eventsOfSession(
  { principal, id }: SessionKey,
  after: number,
): Transaction<readonly NumberedSessionEvent[]> {
  const rows = yield* rowsOf(
    `SELECT body FROM session_event WHERE principal = ? AND session_id = ? AND generation > ?
     ORDER BY generation`,
    principal,
    id,
    after,
  );
  return rows.map((row) => JSON.parse(String(row['body'])) as NumberedSessionEvent);
}

/** The sessions of a page, and one more where there are further pages. */
export function* listSessions(query: SessionQuery): Transaction<readonly Session[]> {
  const { pageSize, pageToken } = query;
  const { where, values } = both(sessionsOf(query), positionsAfter(startOfPage(pageToken)));
  const rows = yield* rowsOf(
    `SELECT principal, id FROM session WHERE ${where} ${NEWEST_FIRST} LIMIT ?`,
    ...values,
    pageSize + 1,
  );
  const sessions: Session[] = [];
  for (const row of rows) {
    const key = { principal: String(row['principal']), id: String(row['id']) };
    const session = yield* findSession(key);
    if (session) sessions.push(session);
  }
  return sessions;
}

function sessionsOf({ principal, agent, id, withClosed = false }: SessionQuery): Condition {
  const owned = conditionOf({
    ...(principal !== undefined && { principal }),
    ...(agent !== undefined && { agent }),
  });
  const ofAgents =
    agent === undefined && id === undefined
      ? both(owned, { where: "agent <> ''", values: [] })
      : owned;
  const named = id === undefined ? ofAgents : both(ofAgents, { where: 'id = ?', values: [id] });
  return withClosed ? named : both(named, { where: 'closed = 0', values: [] });
}

/** Deletes a session and its log; returns whether it was there. */
export function* eraseSession({ principal, id }: SessionKey): Transaction<boolean> {
  yield* rowsOf('DELETE FROM session_event WHERE principal = ? AND session_id = ?', principal, id);
  const sql = `DELETE FROM session WHERE ${OF_KEY} RETURNING id`;
  return (yield* firstOf(sql, principal, id)) !== undefined;
}

/** Up to `most` sessions that have not changed since a time and of which no task is left. */
export function* oldSessions(before: number, most: number): Transaction<readonly SessionKey[]> {
  const rows = yield* rowsOf(
    `SELECT principal, id FROM session
     WHERE updated_at < ? AND NOT EXISTS (
       SELECT 1 FROM task WHERE task.context_id = session.id
         AND task.principal = session.principal)
     LIMIT ?`,
    before,
    most,
  );
  return rows.map((row) => ({ principal: String(row['principal']), id: String(row['id']) }));
}

/** Deletes up to `most` old sessions, and returns how many it deleted. */
export function* pruneSessions(before: number, most: number): Transaction<number> {
  const old = yield* oldSessions(before, most);
  for (const key of old) yield* eraseSession(key);
  return old.length;
}
