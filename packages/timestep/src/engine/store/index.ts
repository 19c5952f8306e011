export { createMemoryOutbox } from './outbox/memory-outbox.ts';
export { createMemoryResponseStore } from './responses/memory-response-store.ts';
export type { FileStoreOptions } from './files/file-bounds.ts';
export { FILE_TABLES } from './files/file-tables.ts';
export { listOldFiles, pruneFiles } from './files/file-transactions.ts';
export { createMemoryFileStore, type MemoryFileStore } from './files/memory-file-store.ts';
export {
  createMemorySessionStore,
  type MemorySessionStore,
} from './sessions/memory-session-store.ts';
export { createMemoryTraceStore, type TracedTasks } from './traces/memory-trace-store.ts';
export {
  createMemoryVectorStore,
  type MemoryVectorStoreOptions,
} from './vectors/memory-vector-store.ts';
export type { ResponseStoreOptions } from './responses/response-bounds.ts';
export { RESPONSE_TABLES } from './responses/response-tables.ts';
export { SESSION_TABLES } from './sessions/session-tables.ts';
export { listOldSessions, pruneSessions } from './sessions/session-transactions.ts';
export { createSqlOutbox } from './outbox/sql-outbox.ts';
export {
  createSqlResponseStore,
  type SqlResponseStoreOptions,
} from './responses/sql-response-store.ts';
export { createSqlFileStore, type SqlFileStoreOptions } from './files/sql-file-store.ts';
export {
  createSqlSessionStore,
  type SqlSessionStoreOptions,
} from './sessions/sql-session-store.ts';
export { createSqlTraceStore } from './traces/sql-trace-store.ts';
export { createSqlVectorStore, type SqlVectorStoreOptions } from './vectors/sql-vector-store.ts';
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
} from './tasks/task-listing.ts';
export {
  compareNewestFirst,
  decodePageToken,
  encodePageToken,
  type Position,
} from './tasks/task-selection.ts';
export { TRACE_TABLES } from './traces/trace-tables.ts';
export { VECTOR_TABLES } from './vectors/vector-tables.ts';
