/**
 * Tables of responses. Columns `holder` and `held_until` are unused, but processes of earlier
 * releases read them.
 */
export const RESPONSE_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS response (
    principal TEXT NOT NULL,
    id TEXT NOT NULL,
    agent TEXT NOT NULL,
    used BIGINT NOT NULL,
    used_at BIGINT NOT NULL,
    unfinished INTEGER NOT NULL,
    holder TEXT NOT NULL,
    held_until BIGINT NOT NULL,
    size BIGINT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (principal, id)
  )`,
  'CREATE INDEX IF NOT EXISTS response_by_use ON response (used)',
  'CREATE INDEX IF NOT EXISTS response_ended ON response (used) WHERE unfinished = 0',
  'DROP INDEX IF EXISTS response_free',
  `CREATE INDEX IF NOT EXISTS response_unfinished
    ON response (principal, id) WHERE unfinished = 1`,
  'CREATE INDEX IF NOT EXISTS response_ended_of ON response (principal, used) WHERE unfinished = 0',
  `CREATE TABLE IF NOT EXISTS response_item (
    principal TEXT NOT NULL,
    id TEXT NOT NULL,
    response_id TEXT NOT NULL,
    PRIMARY KEY (principal, id)
  )`,
  'CREATE INDEX IF NOT EXISTS item_of_response ON response_item (principal, response_id)',
  `CREATE TABLE IF NOT EXISTS response_total (
    id INTEGER PRIMARY KEY,
    entries BIGINT NOT NULL,
    size BIGINT NOT NULL
  )`,
  'INSERT INTO response_total (id, entries, size) VALUES (1, 0, 0) ON CONFLICT DO NOTHING',
  `CREATE TABLE IF NOT EXISTS response_account (
    principal TEXT NOT NULL,
    unfinished INTEGER NOT NULL,
    entries BIGINT NOT NULL,
    size BIGINT NOT NULL,
    PRIMARY KEY (principal, unfinished)
  )`,
  `CREATE INDEX IF NOT EXISTS response_account_by_entries
    ON response_account (entries) WHERE unfinished = 0`,
  `CREATE INDEX IF NOT EXISTS response_account_by_size
    ON response_account (size) WHERE unfinished = 0`,
  // Fills the count table in a database that was created by an earlier release.
  `INSERT INTO response_account (principal, unfinished, entries, size)
    SELECT principal, unfinished, count(*), sum(size) FROM response
    WHERE NOT EXISTS (SELECT 1 FROM response_account) GROUP BY principal, unfinished`,
];
