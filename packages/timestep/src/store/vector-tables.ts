/**
 * The table of vectors, in SQL that SQLite and PostgreSQL both know; each statement may be run again.
 * `numbers` has those of a vector as base64, each in the four bytes of a float, the lowest byte first.
 */
export const VECTOR_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS text_vector (
    id TEXT PRIMARY KEY,
    used_at BIGINT NOT NULL,
    numbers TEXT NOT NULL
  )`,
  'CREATE INDEX IF NOT EXISTS text_vector_by_use ON text_vector (used_at, id)',
];
