/** Runs one whole episode and returns its answer. */
export type RunOne = () => Promise<string>;

/** A subject's module exports this: everything that is made once, before the first episode. */
export type Prepare = () => RunOne;
