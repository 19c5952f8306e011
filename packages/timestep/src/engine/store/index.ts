export {
  computeHash,
  computeListDigest,
  encodeValue,
  storeBlobs,
  type EncodedValue,
} from './contents/content-text.ts';
export {
  findDiskProblem,
  isUnsafeDiskPermitted,
  requireSafeDisk,
  type Disk,
} from './disk/disk-problem.ts';
export { releaseBlobs } from './contents/blob-rows.ts';
export { createListPrefixCache, type ListPrefixCache } from './contents/list-prefix-cache.ts';
export type { FileStoreOptions } from './files/file-bounds.ts';
export { FILE_TABLES } from './files/file-tables.ts';
export { pruneFiles } from './files/file-transactions.ts';
export {
  createMemoryFileStore,
  createSqlFileStore,
  type MemoryFileStore,
} from './files/sql-file-store.ts';
export { createMemoryOutbox } from './outbox/memory-outbox.ts';
export { createSqlOutbox } from './outbox/sql-outbox.ts';
export type { ResponseStoreOptions } from './responses/response-bounds.ts';
export { RESPONSE_TABLES } from './responses/response-tables.ts';
export { createMemoryResponseStore } from './responses/memory-response-store.ts';
export { createSqlResponseStore } from './responses/sql-response-store.ts';
export { SESSION_INDEXES, SESSION_TABLES } from './sessions/session-tables.ts';
export { pruneSessions } from './sessions/session-transactions.ts';
export {
  createMemorySessionStore,
  createSqlSessionStore,
  type MemorySessionStore,
} from './sessions/sql-session-store.ts';
export type { DeletionHook } from './store-database.ts';
export { createSqlStores, type SqlStores, type SqlStoresOptions } from './sql-stores.ts';
export { loadStateKey } from './state-key.ts';
export { readPragma, runInTransaction } from './sqlite-file.ts';
export {
  bindListValues,
  execute,
  numberPlaceholders,
  replaceNamedPlaceholders,
  queryFirst,
  queryRows,
  type NumberedStatement,
  type Row,
  type SqlDatabase,
  type SqlValue,
  type SqlValues,
  type Statement,
  type StatementResult,
  type Transaction,
} from './statement.ts';
export {
  FencedError,
  isDatabaseBusy,
  isDamagedData,
  isDatabaseFailure,
  StoreError,
  toStoreError,
  type StoreErrorCode,
} from './store-error.ts';
export {
  groupIntoBatches,
  listErasableTasks,
  scanErasableTasks,
  START_POSITION,
  type ErasableTask,
} from './tasks/prune-tasks.ts';
export { divideSnapshot, isSnapshotDue, SNAPSHOT_LISTS } from './tasks/snapshots.ts';
export { createSqlStoredTasks, listEventPage, type StoredTasksDeps } from './tasks/stored-tasks.ts';
export {
  findStoreDamage,
  countRows,
  countTasksByState,
  listTasksWithLogGaps,
  listOldestWaiting,
  parseTaskFacts,
  type TaskFacts,
} from './tasks/task-facts.ts';
export {
  findLatestCompletedTask,
  listTasks,
  loadTaskPage,
  WAITING_TASKS_INDEX,
  canSortTasks,
  listWaitingTasks,
  type TaskListingDeps,
} from './tasks/task-listing.ts';
export {
  findInboundMessageRow,
  getFiguresOfEvents,
  getTaskFigures,
  INSERT_EVENT,
  insertEvent,
  insertTask,
  listEvents,
  loadTask,
  readGeneration,
  taskToRow,
} from './tasks/task-rows.ts';
export {
  buildTaskCondition,
  compareNewestFirst,
  decodePageToken,
  encodePageToken,
  type Position,
} from './tasks/task-selection.ts';
export { createMemoryTraceStore, type TracedTasks } from './traces/memory-trace-store.ts';
export { createSqlTraceStore } from './traces/sql-trace-store.ts';
export { OPEN_SPAN_TABLE, TRACE_TABLES } from './traces/trace-tables.ts';
export {
  bindTransactions,
  createTransactionRunner,
  requireBindValue,
  type BoundTransactions,
  type RunTransaction,
} from './transaction-runner.ts';
export {
  createMemoryVectorStore,
  type MemoryVectorStoreOptions,
} from './vectors/memory-vector-store.ts';
export { createSqlVectorStore, type SqlVectorStoreOptions } from './vectors/sql-vector-store.ts';
export { VECTOR_TABLES } from './vectors/vector-tables.ts';
export {
  createMemoryVersionStore,
  type MemoryVersionStore,
} from './versions/memory-version-store.ts';
export { createSqlVersionStore } from './versions/sql-version-store.ts';
export { AGENT_VERSION_TABLES } from './versions/version-tables.ts';
export { eraseTaskVersions } from './versions/version-transactions.ts';
export { createTaskComparator, SORT_INDEXES } from './tasks/sorted-tasks.ts';
export { sumWorkPerRow, countWorkOfEvents } from './hourly/count-work.ts';
export {
  addCallToHour,
  addCallToHourPart,
  CALL_TABLE,
  DIVIDED_CALL_TABLE,
  eraseOldCallRows,
  findCallOfEvent,
  hasCallsBefore,
  type CountedCall,
} from './hourly/call-table.ts';
export {
  addWorkToHour,
  addWorkToHourPart,
  DIVIDED_WORK_TABLE,
  eraseOldWorkRows,
  hasWorkBefore,
  WORK_MS_AFTER_TASKS,
  WORK_TABLE,
} from './hourly/work-table.ts';
export { GROUP_INDEXES, listNewestOfGroups, listTaskGroups } from './tasks/task-groups.ts';
export { enableWriteAheadLog } from './write-ahead-log.ts';
export { buildTaskCountSql, COUNT_COLUMNS, EARLIEST_COUNT_COLUMNS } from './tasks/task-count.ts';
