/** Runs one whole episode and returns its answer. */
export type RunOne = () => Promise<string>;

/**
 * The type of a subject's export: creates everything that is needed once, before the first episode.
 */
export type Prepare = () => RunOne;
