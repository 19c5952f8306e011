import type { NumberedSessionEvent, SessionEvent, SessionOpened } from './session-event.ts';
import { foldSession, type Session } from './session.ts';

/** The first event of a session, with everything at its plainest. */
export function sessionOpened(change: Partial<SessionOpened> = {}): SessionOpened {
  return {
    type: 'session.opened',
    sessionId: 'c1',
    agent: 'weather',
    principal: 'ada',
    ...change,
  };
}

/** Numbers events from 1; the first is at 1000 ms, and each other one a second later. */
export function sessionJournal(...events: readonly SessionEvent[]): NumberedSessionEvent[] {
  return events.map((event, index) => ({
    ...event,
    generation: index + 1,
    at: 1000 * (index + 1),
  }));
}

/** The session of these events after `session.opened`. */
export function sessionOf(...events: readonly SessionEvent[]): Session {
  const session = foldSession(sessionJournal(sessionOpened(), ...events));
  if (!session) throw new Error('no events');
  return session;
}
