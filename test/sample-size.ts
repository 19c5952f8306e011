export interface SampleSizes<T> {
  /** On a machine that is ten times slower than usual: `TIMESTEP_SAMPLE=1`. */
  readonly small: T;
  readonly usual: T;
  /** In `npm run test:whole`. */
  readonly whole: T;
}

/** Chooses how much a long test takes on: a sample, unless the environment asks for a smaller one or for all. */
export function chooseSample<T>(sizes: SampleSizes<T>, env = process.env): T {
  if (env['TIMESTEP_SAMPLE'] === '1') return sizes.small;
  return env['TIMESTEP_WHOLE'] === '1' ? sizes.whole : sizes.usual;
}
