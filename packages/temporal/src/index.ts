export type { TemporalServer } from './connect.ts';
export { openTemporal, type OpenTemporalOptions } from './open-temporal.ts';
export { openStoredTasks, type OpenedStoredTasks } from './open-stored-tasks.ts';
export { TemporalError, type TemporalErrorCode } from './temporal-error.ts';
export { openPostgresDatabase, type PostgresDatabaseOptions } from './store/postgres-database.ts';
export { openSqliteDatabase, type SqliteDatabaseOptions } from './store/sqlite-database.ts';
export type { Access, Durability, TaskDatabase } from './store/task-database.ts';
export { createTemporalStoredTasks } from './store/stored-tasks.ts';
export { createTaskStore, type TaskStore } from './store/task-store.ts';
export { createTemporalRunner, type TemporalRunnerOptions } from './runner/temporal-runner.ts';
export {
  createTemporalWorker,
  type TemporalWorker,
  type TemporalWorkerOptions,
} from './worker/create-worker.ts';
export { bundleTaskWorkflow } from './worker/workflow-bundle.ts';
