/** Limits of one run. Names and units are those of the task files. */
export interface Limits {
  /** Maximum number of model calls for the answer to one message. */
  readonly max_steps: number;
  /** Maximum working time in seconds. Time spent waiting for a client or person does not count. */
  readonly time_limit_s: number;
  /**
   * Maximum seconds for which consecutive failures of the model (such as an overloaded provider)
   * are retried. The waits between them are not working time. Default: 120; 0 retries nothing.
   */
  readonly model_patience_s?: number;
}

/** Limits of an episode for which no limits are set: 30 model calls, 120 seconds. */
export const DEFAULT_LIMITS: Limits = { max_steps: 30, time_limit_s: 120 };

/** Fills missing limits from the defaults. Throws `RangeError` unless limits are positive. */
export function resolveLimits(given?: Partial<Limits>, defaults: Limits = DEFAULT_LIMITS): Limits {
  if (given === undefined) return defaults;
  const limits = { ...defaults, ...given };
  for (const [name, value] of Object.entries(limits)) {
    const isAllowed = value > 0 || (value === 0 && name === 'model_patience_s');
    if (typeof value !== 'number' || !isAllowed) {
      throw new RangeError(`limit ${name} must be a positive number, got ${String(value)}`);
    }
  }
  return limits;
}
