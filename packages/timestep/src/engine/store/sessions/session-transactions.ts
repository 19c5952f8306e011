import {
  foldSession,
  type NumberedSessionEvent,
  type Session,
  type SessionEvent,
} from '../../../core/index.ts';
import type { SessionKey, SessionQuery } from '../../port/index.ts';
import { appendToSession, createConflictError } from './append-to-session.ts';
import { readPageStart } from './session-page.ts';
import { queryFirst, queryRows, type Transaction } from '../statement.ts';
import {
  combineConditions,
  buildTaskCondition,
  NEWEST_FIRST,
  buildAfterCondition,
  type Condition,
} from '../tasks/task-selection.ts';

const OF_KEY = 'principal = ? AND id = ?';

/** Appends events to the log of a session. Throws `SessionStoreError`. */
export function* appendSessionEvents(
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
  // The update checks the generation again, because another process may have appended events since
  // the read above.
  const written = before
    ? yield* queryFirst(
        `UPDATE session SET closed = ?, updated_at = ?, generation = ?
         WHERE ${OF_KEY} AND generation = ? RETURNING generation`,
        closed,
        updatedAt,
        reached,
        principal,
        id,
        generation,
      )
    : yield* queryFirst(
        `INSERT INTO session (principal, id, agent, closed, updated_at, generation)
         VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING generation`,
        principal,
        id,
        agent,
        closed,
        updatedAt,
        reached,
      );
  if (!written) throw createConflictError(key);
  for (const event of added.events) {
    yield* queryRows(
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
  yield* queryRows(
    `UPDATE session SET updated_at = ? WHERE ${OF_KEY} AND updated_at < ?`,
    at,
    principal,
    id,
    at,
  );
}

/**
 * Rebuilds a session from its event log, which is short because it holds only changes made by
 * users.
 */
export function* findSession(key: SessionKey): Transaction<Session | undefined> {
  const row = yield* queryFirst(
    `SELECT updated_at FROM session WHERE ${OF_KEY}`,
    key.principal,
    key.id,
  );
  if (!row) return undefined;
  const session = foldSession(yield* listSessionEvents(key, 0));
  return session && { ...session, updatedAt: Number(row['updated_at']) };
}

export function* listSessionEvents(
  { principal, id }: SessionKey,
  after: number,
): Transaction<readonly NumberedSessionEvent[]> {
  const rows = yield* queryRows(
    `SELECT body FROM session_event WHERE principal = ? AND session_id = ? AND generation > ?
     ORDER BY generation`,
    principal,
    id,
    after,
  );
  return rows.map((row) => JSON.parse(String(row['body'])) as NumberedSessionEvent);
}

/** Lists the sessions of a page, plus one more if further pages exist. */
export function* listSessions(query: SessionQuery): Transaction<readonly Session[]> {
  const { pageSize, pageToken } = query;
  const { where, values } = combineConditions(
    buildSessionCondition(query),
    buildAfterCondition(readPageStart(pageToken)),
  );
  const rows = yield* queryRows(
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

function buildSessionCondition({
  principal,
  agent,
  id,
  withClosed = false,
}: SessionQuery): Condition {
  const owned = buildTaskCondition({
    ...(principal !== undefined && { principal }),
    ...(agent !== undefined && { agent }),
  });
  const ofAgents =
    agent === undefined && id === undefined
      ? combineConditions(owned, { where: "agent <> ''", values: [] })
      : owned;
  const named =
    id === undefined ? ofAgents : combineConditions(ofAgents, { where: 'id = ?', values: [id] });
  return withClosed ? named : combineConditions(named, { where: 'closed = 0', values: [] });
}

/** Deletes a session and its log, and returns whether it existed. */
export function* eraseSession({ principal, id }: SessionKey): Transaction<boolean> {
  yield* queryRows(
    'DELETE FROM session_event WHERE principal = ? AND session_id = ?',
    principal,
    id,
  );
  const sql = `DELETE FROM session WHERE ${OF_KEY} RETURNING id`;
  return (yield* queryFirst(sql, principal, id)) !== undefined;
}

/** Lists up to `limit` sessions that have not changed since a time and have no tasks left. */
export function* listOldSessions(
  before: number,
  limit: number,
): Transaction<readonly SessionKey[]> {
  const rows = yield* queryRows(
    `SELECT principal, id FROM session
     WHERE updated_at < ? AND NOT EXISTS (
       SELECT 1 FROM task WHERE task.context_id = session.id
         AND task.principal = session.principal)
     LIMIT ?`,
    before,
    limit,
  );
  return rows.map((row) => ({ principal: String(row['principal']), id: String(row['id']) }));
}

/** Deletes up to `limit` old sessions and returns the number deleted. */
export function* pruneSessions(before: number, limit: number): Transaction<number> {
  const old = yield* listOldSessions(before, limit);
  for (const key of old) yield* eraseSession(key);
  return old.length;
}
