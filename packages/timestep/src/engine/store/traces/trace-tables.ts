/**
 * SQL that creates the tables of trace export, in a dialect that both SQLite and PostgreSQL accept.
 * Every statement can be run repeatedly. `trace_look` has a single row.
 */
export const TRACE_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS trace_claim (
    task_id TEXT PRIMARY KEY,
    generation BIGINT NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS trace_look (
    id INTEGER PRIMARY KEY,
    looked_until BIGINT NOT NULL
  )`,
];
