import type { Session, SessionEvent, SessionOpened } from '#core';
import { type SessionStore, SessionStoreError } from '#engine/port';
import { createNoSuchPartError, FolderError } from '#agents/folder';
import type { InternalCall } from '../own-agent.ts';

export interface SessionLocation {
  readonly store: SessionStore;
  readonly principal: string;
  readonly agent: string;
  readonly current: string;
}

const MAX_ATTEMPTS = 10;

export async function getSessionLocation({ access, task }: InternalCall): Promise<SessionLocation> {
  const store = await access.sessions();
  if (!store) throw createNoSessionError('this agent is run without a store of sessions');
  if (task?.principal === undefined)
    throw createNoSessionError('the call is not part of a conversation');
  const { principal, agent, contextId } = task;
  return { store, principal, agent, current: contextId };
}

/** Loads a session. Rejects with `FolderError` if the session belongs to another agent. */
export async function loadSession(
  { store, principal, agent, current }: SessionLocation,
  id: string = current,
): Promise<Session | undefined> {
  const session = await store.get({ principal, id });
  if (session && session.agent !== agent) {
    if (id !== current) return undefined;
    throw createNoSessionError(`the context is a session of ${session.agent}`);
  }
  return session;
}

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

function createNoSessionError(why: string): FolderError {
  const message = `there is no session to read or change: ${why}`;
  return new FolderError(message, { code: 'no-session' });
}
