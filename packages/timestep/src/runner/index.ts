export { systemClock } from './clock.ts';
export type { EpisodeEvent } from './episode-events.ts';
export { runEpisode, type Episode, type EpisodeOptions } from './episode.ts';
export { createMemoryRunner, type MemoryRunnerOptions } from './memory-runner.ts';
export { createSqliteRunner, type SqliteRunnerOptions } from './sqlite/sqlite-runner.ts';
export { StoreError, type StoreErrorCode } from './sqlite/store-error.ts';
export { streamEpisode } from './stream-episode.ts';
