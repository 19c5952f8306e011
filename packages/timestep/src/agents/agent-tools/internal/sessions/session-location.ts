import type { Session } from '#core';
import type { SessionStore } from '#engine/port';
import { FolderError } from '#agents/folder';
import type { InternalCall } from '../own-agent.ts';

export interface SessionLocation {
  readonly store: SessionStore;
  readonly principal: string;
  readonly agent: string;
  readonly current: string;
}

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

function createNoSessionError(why: string): FolderError {
  const message = `there is no session to read or change: ${why}`;
  return new FolderError(message, { code: 'no-session' });
}
