export { createMemoryOutbox } from './memory-outbox.ts';
export { createMemoryResponseStore } from './memory-response-store.ts';
export type { FileStoreOptions } from './file-bounds.ts';
export { FILE_TABLES } from './file-tables.ts';
export { listOldFiles, pruneFiles } from './file-transactions.ts';
export { createMemoryFileStore, type MemoryFileStore } from './memory-file-store.ts';
export { createMemorySessionStore, type MemorySessionStore } from './memory-session-store.ts';
export { createMemoryTraceStore, type TracedTasks } from './memory-trace-store.ts';
export { createMemoryVectorStore, type MemoryVectorStoreOptions } from './memory-vector-store.ts';
export type { ResponseStoreOptions } from './response-bounds.ts';
export { RESPONSE_TABLES } from './response-tables.ts';
export { SESSION_TABLES } from './session-tables.ts';
export { listOldSessions, pruneSessions } from './session-transactions.ts';
export { createSqlOutbox } from './sql-outbox.ts';
export { createSqlResponseStore, type SqlResponseStoreOptions } from './sql-response-store.ts';
export { createSqlFileStore, type SqlFileStoreOptions } from './sql-file-store.ts';
export { createSqlSessionStore, type SqlSessionStoreOptions } from './sql-session-store.ts';
export { createSqlTraceStore } from './sql-trace-store.ts';
export { createSqlVectorStore, type SqlVectorStoreOptions } from './sql-vector-store.ts';
export { createTransactionRunner, type RunTransaction } from './sqlite-statements.ts';
export { loadStateKey } from './state-key.ts';
export {
  queryFirst,
  queryRows,
  type Row,
  type SqlDatabase,
  type SqlValue,
  type Statement,
  type Transaction,
} from './statement.ts';
export {
  findLatestCompletedTask,
  listTasks,
  loadTaskPage,
  WAITING_TASKS_INDEX,
  listWaitingTasks,
  type TaskListingDeps,
} from './task-listing.ts';
export {
  compareNewestFirst,
  decodePageToken,
  encodePageToken,
  type Position,
} from './task-selection.ts';
export { TRACE_TABLES } from './trace-tables.ts';
export { VECTOR_TABLES } from './vector-tables.ts';
