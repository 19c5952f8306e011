import { TimestepError, type NumberedSessionEvent, type Session, type SessionEvent } from '#core';

/**
 * Key of a session: its principal and its id. Two principals may have sessions with the same id.
 */
export interface SessionKey {
  readonly principal: string;
  /** Id of the session, which is the id of its context. */
  readonly id: string;
}

/** Filter and page of a session list. */
export interface SessionQuery {
  /** Owner of the sessions. Undefined: all principals, for operators. */
  readonly principal?: string;
  /** Name of the agent. Undefined: any. Sessions without an agent are listed only by id. */
  readonly agent?: string;
  /** Id of the session. Several principals may have a session with this id. */
  readonly id?: string;
  /** Whether closed sessions are included. Default: false. */
  readonly withClosed?: boolean;
  readonly pageSize: number;
  readonly pageToken?: string;
}

/** A page of sessions, newest change first. */
export interface SessionPage {
  readonly sessions: readonly Session[];
  readonly nextPageToken?: string;
}

/**
 * Stores sessions. Those of other principals count as unknown. Times are in milliseconds since the
 * epoch. Rejects with `SessionStoreError`.
 */
export interface SessionStore {
  /** Appends events after `generation` (0 for a new session). Rejects with `conflict` if it has changed. */
  append(
    key: SessionKey,
    generation: number,
    events: readonly SessionEvent[],
    at: number,
  ): Promise<Session>;
  /** Marks a session as changed because a turn started. Appends no event. */
  touch(key: SessionKey, at: number): Promise<void>;
  /** Returns the session. Its change time is that of its newest event or turn. */
  get(key: SessionKey): Promise<Session | undefined>;
  /** Lists sessions. Rejects with `bad-page-token` if the token is not from an earlier page. */
  list(query: SessionQuery): Promise<SessionPage>;
  /** Returns the session's events after a generation, oldest event first. */
  readEvents(key: SessionKey, after: number): Promise<readonly NumberedSessionEvent[]>;
  /** Deletes a session and its log, but not its turns. Does nothing for an unknown session. */
  erase(key: SessionKey): Promise<void>;
}

/**
 * `conflict`: the session was changed concurrently. `not-opened`: the log would not start with
 * `session.opened`.
 */
export type SessionStoreErrorCode = 'conflict' | 'not-opened' | 'bad-page-token' | 'failed';

/** Thrown when a session cannot be changed or read. `message` says what to do. */
export class SessionStoreError extends TimestepError {
  declare readonly code: SessionStoreErrorCode;
}
