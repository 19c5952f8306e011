import {
  applyToSession,
  type NumberedSessionEvent,
  type Session,
  type SessionEvent,
} from '../core/index.ts';
import { SessionStoreError, type SessionKey } from '../port/index.ts';

/** A session after some events, and these events with their numbers. */
export interface Appended {
  readonly session: Session;
  readonly events: readonly NumberedSessionEvent[];
}

/**
 * Numbers the events that are added to a session which the caller knows at a generation. Throws
 * `SessionStoreError` where the session has changed meanwhile or would not start as it must.
 */
export function appendToSession(
  key: SessionKey,
  before: Session | undefined,
  generation: number,
  events: readonly SessionEvent[],
  at: number,
): Appended {
  if ((before?.generation ?? 0) !== generation) throw changedMeanwhile(key);
  const numbered: NumberedSessionEvent[] = [];
  let session = before;
  for (const event of events) {
    if (!session && !isBeginning(event, key)) throw notOpened(key);
    const next: NumberedSessionEvent = {
      ...event,
      generation: (session?.generation ?? 0) + 1,
      at: Math.max(at, session?.updatedAt ?? 0),
    };
    numbered.push(next);
    session = applyToSession(session, next);
  }
  if (!session) throw notOpened(key);
  return { session, events: numbered };
}

export function changedMeanwhile({ id }: SessionKey): SessionStoreError {
  const message = `session ${id} has been changed meanwhile: read it and try again`;
  return new SessionStoreError('conflict', message);
}

function isBeginning(event: SessionEvent, { principal, id }: SessionKey): boolean {
  if (event.type !== 'session.opened') return false;
  return event.sessionId === id && event.principal === principal;
}

function notOpened({ id }: SessionKey): SessionStoreError {
  const message = `session ${id} does not exist: its first event must be session.opened with the same id and principal`;
  return new SessionStoreError('not-opened', message);
}
