import type { NumberedSessionEvent, Session, SessionEvent } from '../core/index.ts';

/** Names one session. Two principals may have sessions of the same id. */
export interface SessionKey {
  readonly principal: string;
  /** The id of the context. */
  readonly id: string;
}

/** Which sessions are listed, and how many at a time. */
export interface SessionQuery {
  /** Absent: the sessions of all principals, for operators. */
  readonly principal?: string;
  /** Absent: of any agent. Sessions that belong to none, with an empty name, are listed by their id only. */
  readonly agent?: string;
  /** The session of that id, or the sessions where several principals have one. */
  readonly id?: string;
  /** Whether closed sessions are listed as well. Default false. */
  readonly withClosed?: boolean;
  readonly pageSize: number;
  readonly pageToken?: string;
}

/** Newest change first. */
export interface SessionPage {
  readonly sessions: readonly Session[];
  readonly nextPageToken?: string;
}

/**
 * Where sessions are kept, beside the tasks that are their turns. A session of another principal counts
 * as unknown. Times are milliseconds since the epoch. Rejects with `SessionStoreError`.
 */
export interface SessionStore {
  /**
   * Adds events to the log of a session and returns the session after them. `generation` is that of the
   * session as the caller knows it, 0 for a new one; rejects with `conflict` where it has another one by
   * now, and nothing is added then. The log of a new session starts with `session.opened`.
   */
  append(
    key: SessionKey,
    generation: number,
    events: readonly SessionEvent[],
    at: number,
  ): Promise<Session>;
  /** Notes that a turn has begun, so that the session counts as changed. Adds no event. */
  touch(key: SessionKey, at: number): Promise<void>;
  /** The session, with the newest of its events and turns as the time of its change. */
  get(key: SessionKey): Promise<Session | undefined>;
  /** Rejects with `bad-page-token` for a token that is not of an earlier page. */
  list(query: SessionQuery): Promise<SessionPage>;
  /** The log of a session after a generation, oldest event first; empty for an unknown session. */
  events(key: SessionKey, after: number): Promise<readonly NumberedSessionEvent[]>;
  /** Deletes a session and its log, not its turns. Does nothing for an unknown session. */
  erase(key: SessionKey): Promise<void>;
}
