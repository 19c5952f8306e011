/** Tables of the versions of agents that tasks have. `texts` is JSON: the text of each file by its path. */
export const AGENT_VERSION_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS agent_version (
    id TEXT PRIMARY KEY,
    texts TEXT NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS task_version (
    task_id TEXT PRIMARY KEY,
    version TEXT NOT NULL
  )`,
  'CREATE INDEX IF NOT EXISTS task_version_by_version ON task_version (version)',
];
