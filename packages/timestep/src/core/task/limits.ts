/** Limits of one run. Names and units match the task files. */
export interface Limits {
  /** Maximum number of model calls to answer one message. */
  readonly max_steps: number;
  /** Maximum working time in seconds. Time spent waiting for a client or person does not count. */
  readonly time_limit_s: number;
  /**
   * Maximum seconds of consecutive failures of the model that can pass, such as an overloaded
   * provider. The waits between them are not working time. Default: 120; 0 repeats nothing.
   */
  readonly model_patience_s?: number;
}

/** Limits of an episode that sets none: 30 model calls, 120 seconds. */
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
