import { applySessionEvent, type Session, type SessionEvent, type SessionOpened } from '#core';
import { SessionStoreError, type Clock, type SessionStore } from '#engine/port';

/** A session as this process knows it. A new session is stored on its first change. */
export interface SessionHandle {
  readonly session: Session;
  readonly isStored: boolean;
  appendSessionEvents(events: readonly SessionEvent[]): Promise<Session>;
  /** Reads the session from the store again, because another process may have changed it. */
  refreshSession(): Promise<Session>;
}

const MAX_ATTEMPTS = 10;

export function createSessionHandle(
  deps: { readonly sessions: SessionStore; readonly clock: Pick<Clock, 'now'> },
  opening: SessionOpened,
  found: Session | undefined,
): SessionHandle {
  const { sessions, clock } = deps;
  const key = { principal: opening.principal, id: opening.sessionId };
  let isKept = found !== undefined;
  let session =
    found ?? applySessionEvent(undefined, { ...opening, generation: 1, at: clock.now() });

  async function refreshSession(): Promise<Session> {
    const stored = await sessions.get(key);
    if (stored) session = stored;
    isKept = stored !== undefined;
    return session;
  }

  async function appendSessionEvents(events: readonly SessionEvent[]): Promise<Session> {
    for (let tried = 1; ; tried += 1) {
      try {
        session = isKept
          ? await sessions.append(key, session.generation, events, clock.now())
          : await sessions.append(key, 0, [opening, ...events], clock.now());
        isKept = true;
        return session;
      } catch (thrown) {
        const isConflict = thrown instanceof SessionStoreError && thrown.code === 'conflict';
        if (!isConflict || tried === MAX_ATTEMPTS) throw thrown;
        await refreshSession();
      }
    }
  }

  return {
    get session() {
      return session;
    },
    get isStored() {
      return isKept;
    },
    appendSessionEvents,
    refreshSession,
  };
}
