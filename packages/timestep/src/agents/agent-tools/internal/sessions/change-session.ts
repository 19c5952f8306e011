import type { Session, SessionEvent, SessionOpened } from '#core';
import { SessionStoreError } from '#engine/port';
import { createNoSuchPartError } from '#agents/folder';
import { loadSession, type SessionLocation } from './session-location.ts';

const MAX_ATTEMPTS = 10;

/** Changes a session. The first change creates the session of the current task. */
export async function changeSession(
  location: SessionLocation,
  id: string,
  events: readonly SessionEvent[],
  now: () => number,
): Promise<Session> {
  const { store, principal, agent, current } = location;
  for (let tried = 1; ; tried += 1) {
    const session = await loadSession(location, id);
    if (!session && id !== current) throw createNoSuchPartError(`there is no session ${id}`);
    const opening: SessionOpened = { type: 'session.opened', sessionId: id, agent, principal };
    const added = session ? events : [opening, ...events];
    try {
      return await store.append({ principal, id }, session?.generation ?? 0, added, now());
    } catch (thrown) {
      const isConflict = SessionStoreError.isInstance(thrown) && thrown.code === 'conflict';
      if (!isConflict || tried === MAX_ATTEMPTS) throw thrown;
    }
  }
}
