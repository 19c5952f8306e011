import {
  applySessionEvent,
  type NumberedSessionEvent,
  type Session,
  type SessionEvent,
} from '#core';
import { SessionStoreError, type SessionKey } from '#engine/port';

export interface AppendResult {
  readonly session: Session;
  readonly events: readonly NumberedSessionEvent[];
}

/** Numbers events and applies them to a session. Throws `SessionStoreError` if it has changed or is missing. */
export function appendToSession(
  key: SessionKey,
  before: Session | undefined,
  generation: number,
  events: readonly SessionEvent[],
  at: number,
): AppendResult {
  if ((before?.generation ?? 0) !== generation) throw createConflictError(key);
  const numbered: NumberedSessionEvent[] = [];
  let session = before;
  for (const event of events) {
    if (!session && !isOpeningEvent(event, key)) throw createNotOpenedError(key);
    const next: NumberedSessionEvent = {
      ...event,
      generation: (session?.generation ?? 0) + 1,
      at: Math.max(at, session?.updatedAt ?? 0),
    };
    numbered.push(next);
    session = applySessionEvent(session, next);
  }
  if (!session) throw createNotOpenedError(key);
  return { session, events: numbered };
}

export function createConflictError({ id }: SessionKey): SessionStoreError {
  const message = `session ${id} was changed by another request: read it and try again`;
  return new SessionStoreError('conflict', message);
}

function isOpeningEvent(event: SessionEvent, { principal, id }: SessionKey): boolean {
  if (event.type !== 'session.opened') return false;
  return event.sessionId === id && event.principal === principal;
}

function createNotOpenedError({ id }: SessionKey): SessionStoreError {
  const message = `session ${id} does not exist: its first event must be session.opened with the same id and principal`;
  return new SessionStoreError('not-opened', message);
}
