export { systemClock } from './clock.ts';
export { runEpisode, type Episode, type EpisodeOptions } from './episode.ts';
export { createMemoryRunner, type MemoryRunnerOptions } from './memory-runner.ts';
