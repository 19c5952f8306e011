import type { NumberedSessionEvent, SessionEvent, SessionOpened } from './session-event.ts';
import { foldSession, type Session } from './session.ts';

/** First event of a session with default values. */
export function sessionOpened(change: Partial<SessionOpened> = {}): SessionOpened {
  return {
    type: 'session.opened',
    sessionId: 'c1',
    agent: 'weather',
    principal: 'ada',
    ...change,
  };
}

/** Numbers events from 1. The first is at 1000 ms, the others follow one second apart. */
export function sessionJournal(...events: readonly SessionEvent[]): NumberedSessionEvent[] {
  return events.map((event, index) => ({
    ...event,
    generation: index + 1,
    at: 1000 * (index + 1),
  }));
}

/** Folds these events, after `session.opened`, into a session. */
export function sessionOf(...events: readonly SessionEvent[]): Session {
  const session = foldSession(sessionJournal(sessionOpened(), ...events));
  if (!session) throw new Error('no events');
  return session;
}
