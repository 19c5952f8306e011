import type { NumberedSessionEvent, Session } from '../../../core/index.ts';
import type { SessionKey, SessionQuery, SessionStore } from '../../port/index.ts';
import { appendToSession } from './append-to-session.ts';
import { buildSessionPage, readPageStart } from './session-page.ts';
import { compareNewestFirst } from '../tasks/task-selection.ts';

/** A session in memory with its event log. */
interface MemorySession {
  readonly session: Session;
  readonly log: readonly NumberedSessionEvent[];
}

/**
 * A session store in memory. `forgetUnused` lets the retention of tasks also delete old sessions.
 */
export interface MemorySessionStore extends SessionStore {
  /** Deletes sessions that have not changed since a time and have no tasks left. */
  forgetUnused(before: number, hasTasks: (key: SessionKey) => boolean): void;
}

/** Creates a session store in the memory of this process. */
export function createMemorySessionStore(): MemorySessionStore {
  const kept = new Map<string, MemorySession>();

  function selectSessions({
    principal,
    agent,
    id,
    withClosed,
    pageToken,
  }: SessionQuery): Session[] {
    const from = readPageStart(pageToken);
    return [...kept.values()]
      .map(({ session }) => session)
      .filter((session) => principal === undefined || session.principal === principal)
      .filter((session) => agent === undefined || session.agent === agent)
      .filter((session) => session.agent !== '' || agent !== undefined || id !== undefined)
      .filter((session) => id === undefined || session.id === id)
      .filter(({ isClosed }) => withClosed || !isClosed)
      .filter((session) => !from || compareNewestFirst(from, session) < 0)
      .toSorted(compareNewestFirst);
  }

  return {
    async append(key, generation, events, at) {
      const before = kept.get(buildSessionKey(key));
      const added = appendToSession(key, before?.session, generation, events, at);
      const log = [...(before?.log ?? []), ...added.events];
      kept.set(buildSessionKey(key), { session: added.session, log });
      return added.session;
    },
    async touch(key, at) {
      const found = kept.get(buildSessionKey(key));
      if (!found) return;
      const { session, log } = found;
      const updatedAt = Math.max(at, session.updatedAt);
      kept.set(buildSessionKey(key), { session: { ...session, updatedAt }, log });
    },
    get: async (key) => kept.get(buildSessionKey(key))?.session,
    list: async (query) =>
      buildSessionPage(selectSessions(query).slice(0, query.pageSize + 1), query),
    async readEvents(key, after) {
      return (kept.get(buildSessionKey(key))?.log ?? []).slice(after);
    },
    async erase(key) {
      kept.delete(buildSessionKey(key));
    },
    forgetUnused(before, hasTasks) {
      for (const { session } of kept.values()) {
        if (session.updatedAt < before && !hasTasks(session)) kept.delete(buildSessionKey(session));
      }
    },
  };
}

function buildSessionKey({ principal, id }: SessionKey): string {
  return JSON.stringify([principal, id]);
}
