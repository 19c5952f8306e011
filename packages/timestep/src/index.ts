export { runEpisode, type Episode, type EpisodeOptions } from './runner/index.ts';
