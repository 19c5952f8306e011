/** Tables of uploaded files. `content` is base64. */
export const FILE_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS uploaded_file (
    principal TEXT NOT NULL,
    id TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT,
    size BIGINT NOT NULL,
    about TEXT NOT NULL,
    purpose TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (principal, id)
  )`,
  'CREATE INDEX IF NOT EXISTS uploaded_file_sizes ON uploaded_file (principal, size)',
  `CREATE INDEX IF NOT EXISTS uploaded_file_by_upload
    ON uploaded_file (principal, created_at, id)`,
  'CREATE INDEX IF NOT EXISTS uploaded_file_by_age ON uploaded_file (created_at, id)',
  `CREATE INDEX IF NOT EXISTS uploaded_file_by_expiry
    ON uploaded_file (expires_at) WHERE expires_at IS NOT NULL`,
];
