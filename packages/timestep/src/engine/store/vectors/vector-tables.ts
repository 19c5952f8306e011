/**
 * Table of vectors. `numbers` is base64 of 4-byte little-endian floats, or `-` while a process
 * computes the vector; `used_at` then is the time of its claim.
 */
export const VECTOR_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS text_vector (
    id TEXT PRIMARY KEY,
    used_at BIGINT NOT NULL,
    numbers TEXT NOT NULL
  )`,
  'CREATE INDEX IF NOT EXISTS text_vector_by_use ON text_vector (used_at, id)',
];
