/** Table of open spans of requests. The process that has a span open renews it. */
export const OPEN_SPAN_TABLE = `CREATE TABLE IF NOT EXISTS open_span (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL,
    renewed_at BIGINT NOT NULL
  )`;

/** Tables for the export of traces. The table `trace_look` has only one row. */
export const TRACE_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS trace_claim (
    task_id TEXT PRIMARY KEY,
    generation BIGINT NOT NULL
  )`,
  `CREATE TABLE IF NOT EXISTS trace_look (
    id INTEGER PRIMARY KEY,
    looked_until BIGINT NOT NULL
  )`,
  OPEN_SPAN_TABLE,
];
