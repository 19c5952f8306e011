export { composeRunner } from './compose-runner.ts';
export type { TaskActivity } from './called/describe-called-step.ts';
export { reportTaskActivity, type TaskReading } from './called/follow-task.ts';
export { withCalledProgress } from './called/with-called-progress.ts';
export { withWaitReasons } from './called/with-wait-reasons.ts';
export {
  acceptOrThrow,
  applyFirstEvents,
  checkNewTaskId,
  createNewTask,
  type StartTaskDeps,
  type NewTask,
} from './new-task.ts';
export { systemClock } from './clock.ts';
export {
  createEffects,
  type EffectOptions,
  type EffectTarget,
  type RunEffectOptions,
  type TaskEffects,
} from './effects/task-effects.ts';
export { createFailureRecorder, type ToFailure } from './failure.ts';
export { createEpisodeEncoder, type EpisodeEvent } from './episode/episode-events.ts';
export { runEpisode, type Episode, type EpisodeOptions } from './episode/episode.ts';
export { createInterrupter, interruptions, type Interrupter } from './interrupter.ts';
export { startRetention, type RetentionDeps } from './start-retention.ts';
export { formatFirstNames, findLongWaits, type WaitingTask } from './long-waits.ts';
export { findParkedTasks } from './parked-tasks.ts';
export { createMemoryRunner, type MemoryRunnerOptions } from './memory/memory-runner.ts';
export { openMemory, type OpenMemoryOptions } from './memory/open-memory.ts';
export { createUuid } from './uuid.ts';
export {
  findTurnToContinue,
  withSessions,
  type SessionRunnerDeps,
} from './runner-with-sessions.ts';
export {
  attachConsentLookup,
  listAllConsents,
  listStandingConsents,
  revokeConsent,
  STANDING_CONSENTS_ID,
  type StoredConsent,
} from './standing-consents.ts';
export { readApplicationId } from './sqlite-admin/application-id.ts';
export { backUpStore } from './sqlite-admin/back-up-store.ts';
export { sqliteBackend } from './sqlite-admin/sqlite-backend.ts';
export { StoreAdminError, type StoreAdminErrorCode } from './sqlite-admin/store-admin-error.ts';
export { openSqlite, type OpenSqliteOptions } from './sqlite/open-sqlite.ts';
export { createSqliteRunner, type SqliteRunnerOptions } from './sqlite/sqlite-runner.ts';
export { acquireLock, isLocked } from './sqlite/ownership/owner-lock.ts';
export { createExitMark, type ExitMark } from './sqlite/ownership/exit-mark.ts';
export {
  deleteExitRecords,
  readExitRecord,
  type ExitRecord,
  type MarkedCulprit,
} from './sqlite/ownership/exit-record.ts';
export type { ObserveWork, TaskWork } from './effects/observe-effects.ts';
export { computeBodyHash } from './sqlite/messages/inbound-table.ts';
export { createChangeWatchers, type Watchers } from './sqlite/watchers.ts';
export { StoreError, toStoreError, type StoreErrorCode } from '#engine/store';
export { streamEpisode } from './episode/stream-episode.ts';
