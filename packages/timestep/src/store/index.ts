export { createMemoryOutbox } from './memory-outbox.ts';
export { createMemoryResponseStore } from './memory-response-store.ts';
export type { FileStoreOptions } from './file-bounds.ts';
export { FILE_TABLES } from './file-tables.ts';
export { oldFiles, pruneFiles } from './file-transactions.ts';
export { createMemoryFileStore, type MemoryFileStore } from './memory-file-store.ts';
export { createMemorySessionStore, type MemorySessionStore } from './memory-session-store.ts';
export { createMemoryTraceStore, type TracedTasks } from './memory-trace-store.ts';
export { createMemoryVectorStore, type MemoryVectorStoreOptions } from './memory-vector-store.ts';
export type { ResponseStoreOptions } from './response-bounds.ts';
export { RESPONSE_TABLES } from './response-tables.ts';
export { SESSION_TABLES } from './session-tables.ts';
export { oldSessions, pruneSessions } from './session-transactions.ts';
export { createSqlOutbox } from './sql-outbox.ts';
export { createSqlResponseStore, type SqlResponseStoreOptions } from './sql-response-store.ts';
export { createSqlFileStore, type SqlFileStoreOptions } from './sql-file-store.ts';
export { createSqlSessionStore, type SqlSessionStoreOptions } from './sql-session-store.ts';
export { createSqlTraceStore } from './sql-trace-store.ts';
export { createSqlVectorStore, type SqlVectorStoreOptions } from './sql-vector-store.ts';
export { performIn, type Perform } from './sqlite-statements.ts';
export { stateKeyIn } from './state-key.ts';
export {
  firstOf,
  rowsOf,
  type Row,
  type SqlDatabase,
  type SqlValue,
  type Statement,
  type Transaction,
} from './statement.ts';
export {
  latestCompleted,
  listTasks,
  pageOf,
  TASKS_WAITING,
  waitingTasks,
  type ListingSite,
} from './task-listing.ts';
export { newestFirst, readPageToken, writePageToken, type Position } from './task-selection.ts';
export { TRACE_TABLES } from './trace-tables.ts';
export { VECTOR_TABLES } from './vector-tables.ts';
