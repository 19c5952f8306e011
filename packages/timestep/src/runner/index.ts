export { taskBegunBy } from './begin-task.ts';
export { systemClock } from './clock.ts';
export { effectsOf, type EffectSite } from './effects.ts';
export { discreetly, type TellFailure } from './failure.ts';
export type { EpisodeEvent } from './episode-events.ts';
export { runEpisode, type Episode, type EpisodeOptions } from './episode.ts';
export { createInterrupter, interruption, type Interrupter } from './interrupter.ts';
export { keepRetention, type RetentionSite } from './keep-retention.ts';
export { createMemoryRunner, type MemoryRunnerOptions } from './memory-runner.ts';
export { openMemory, type OpenMemoryOptions } from './open-memory.ts';
export { newUuid } from './new-id.ts';
export { applicationIdOf } from './sqlite-admin/application-id.ts';
export { backUpStore, type BackedUp } from './sqlite-admin/back-up-store.ts';
export { cancelStoredTask } from './sqlite-admin/cancel-stored-task.ts';
export type { Finding, Severity } from './sqlite-admin/diagnose.ts';
export { examineStore, type Examination } from './sqlite-admin/examine-store.ts';
export type { FileHolder } from './sqlite-admin/file-holders.ts';
export type { OwnerLife } from './sqlite-admin/owner-locks.ts';
export {
  resumeStoredTask,
  type CutOffCall,
  type ResumeAnswer,
  type Resumed,
} from './sqlite-admin/resume-stored-task.ts';
export { StoreAdminError, type StoreAdminErrorCode } from './sqlite-admin/store-admin-error.ts';
export type { OwnerFacts, StoreFacts, UnderWay, Waiting } from './sqlite-admin/store-facts.ts';
export { withStore, type StoreAccess, type StoreFile } from './sqlite-admin/store-file.ts';
export { storedTasksIn } from './sqlite-admin/stored-tasks.ts';
export { batchesOf, FROM_THE_BEGINNING, type Doomed } from './sqlite/erase-tasks.ts';
export { openSqlite, type OpenSqliteOptions } from './sqlite/open-sqlite.ts';
export { createSqliteRunner, type SqliteRunnerOptions } from './sqlite/sqlite-runner.ts';
export { heldLock, isLocked } from './sqlite/owner-lock.ts';
export { bodyHashOf } from './sqlite/inbound-table.ts';
export { createWatchers, type Watchers } from './sqlite/watchers.ts';
export { StoreError, type StoreErrorCode } from './sqlite/store-error.ts';
export { within } from './within.ts';
export { streamEpisode } from './stream-episode.ts';
