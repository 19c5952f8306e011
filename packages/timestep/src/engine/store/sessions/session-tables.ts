/**
 * Indexes of sessions, which are also added to a database of an earlier release when it is opened.
 */
export const SESSION_INDEXES: readonly string[] = [
  `CREATE INDEX IF NOT EXISTS session_by_change
    ON session (principal, updated_at DESC, id)`,
  'CREATE INDEX IF NOT EXISTS session_by_age ON session (updated_at DESC, id)',
  'CREATE INDEX IF NOT EXISTS session_by_id ON session (id)',
  'CREATE INDEX IF NOT EXISTS session_by_agent ON session (agent, updated_at DESC, id)',
];

/** Tables of sessions. `updated_at` is the time of the newest event or turn. */
export const SESSION_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS session (
    principal TEXT NOT NULL,
    id TEXT NOT NULL,
    agent TEXT NOT NULL,
    closed INTEGER NOT NULL,
    updated_at BIGINT NOT NULL,
    generation INTEGER NOT NULL,
    PRIMARY KEY (principal, id)
  )`,
  `CREATE TABLE IF NOT EXISTS session_event (
    principal TEXT NOT NULL,
    session_id TEXT NOT NULL,
    generation INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (principal, session_id, generation)
  )`,
  ...SESSION_INDEXES,
];
