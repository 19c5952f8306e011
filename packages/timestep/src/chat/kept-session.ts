import {
  applyToSession,
  type Session,
  type SessionEvent,
  type SessionOpened,
} from '../core/index.ts';
import { SessionStoreError, type Clock, type SessionStore } from '../port/index.ts';

/** A session as one process knows it. It is written with its first change, not before. */
export interface KeptSession {
  readonly session: Session;
  readonly isKept: boolean;
  /** Adds events, whatever others add at the same time. */
  append(events: readonly SessionEvent[]): Promise<Session>;
  /** Reads it again; it may have been changed elsewhere. */
  refresh(): Promise<Session>;
}

/** How often a change is tried again because others changed the session at the same time. */
const MOST_TRIES = 10;

/** A session that is in the store, or that will be with its first change. */
export function keptSession(
  site: { readonly sessions: SessionStore; readonly clock: Pick<Clock, 'now'> },
  opening: SessionOpened,
  found: Session | undefined,
): KeptSession {
  const { sessions, clock } = site;
  const key = { principal: opening.principal, id: opening.sessionId };
  let isKept = found !== undefined;
  let session = found ?? applyToSession(undefined, { ...opening, generation: 1, at: clock.now() });

  async function refresh(): Promise<Session> {
    const stored = await sessions.get(key);
    if (stored) session = stored;
    isKept = stored !== undefined;
    return session;
  }

  async function append(events: readonly SessionEvent[]): Promise<Session> {
    for (let tried = 1; ; tried += 1) {
      try {
        session = isKept
          ? await sessions.append(key, session.generation, events, clock.now())
          : await sessions.append(key, 0, [opening, ...events], clock.now());
        isKept = true;
        return session;
      } catch (thrown) {
        const isConflict = thrown instanceof SessionStoreError && thrown.code === 'conflict';
        if (!isConflict || tried === MOST_TRIES) throw thrown;
        await refresh();
      }
    }
  }

  return {
    get session() {
      return session;
    },
    get isKept() {
      return isKept;
    },
    append,
    refresh,
  };
}
