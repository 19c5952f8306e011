import type { NumberedSessionEvent, Session } from '../core/index.ts';
import type { SessionKey, SessionQuery, SessionStore } from '../port/index.ts';
import { appendToSession } from './append-to-session.ts';
import { sessionPageOf, startOfPage } from './session-page.ts';
import { newestFirst } from './task-selection.ts';

/** A session in memory, with its log. */
interface KeptSession {
  readonly session: Session;
  readonly log: readonly NumberedSessionEvent[];
}

/** The sessions of this process; `forgetUnused` is for the retention of the tasks beside them. */
export interface MemorySessionStore extends SessionStore {
  /** Deletes sessions that have not changed since a time and of which no task is left. */
  forgetUnused(before: number, hasTasks: (key: SessionKey) => boolean): void;
}

/** Keeps sessions in this process. */
export function createMemorySessionStore(): MemorySessionStore {
  const kept = new Map<string, KeptSession>();

  function selected({ principal, agent, id, withClosed, pageToken }: SessionQuery): Session[] {
    const from = startOfPage(pageToken);
    return [...kept.values()]
      .map(({ session }) => session)
      .filter((session) => principal === undefined || session.principal === principal)
      .filter((session) => agent === undefined || session.agent === agent)
      .filter((session) => session.agent !== '' || agent !== undefined || id !== undefined)
      .filter((session) => id === undefined || session.id === id)
      .filter(({ isClosed }) => withClosed || !isClosed)
      .filter((session) => !from || newestFirst(from, session) < 0)
      .toSorted(newestFirst);
  }

  return {
    async append(key, generation, events, at) {
      const before = kept.get(nameOf(key));
      const added = appendToSession(key, before?.session, generation, events, at);
      const log = [...(before?.log ?? []), ...added.events];
      kept.set(nameOf(key), { session: added.session, log });
      return added.session;
    },
    async touch(key, at) {
      const found = kept.get(nameOf(key));
      if (!found) return;
      const { session, log } = found;
      const updatedAt = Math.max(at, session.updatedAt);
      kept.set(nameOf(key), { session: { ...session, updatedAt }, log });
    },
    get: async (key) => kept.get(nameOf(key))?.session,
    list: async (query) => sessionPageOf(selected(query).slice(0, query.pageSize + 1), query),
    async events(key, after) {
      return (kept.get(nameOf(key))?.log ?? []).slice(after);
    },
    async erase(key) {
      kept.delete(nameOf(key));
    },
    forgetUnused(before, hasTasks) {
      for (const { session } of kept.values()) {
        if (session.updatedAt < before && !hasTasks(session)) kept.delete(nameOf(session));
      }
    },
  };
}

function nameOf({ principal, id }: SessionKey): string {
  return JSON.stringify([principal, id]);
}
