/** Bounds of one run; names and units are those of task files. */
export interface Limits {
  /** Model calls allowed in answer to one message. */
  readonly max_steps: number;
  /** Seconds of work; time spent waiting for a client or a person does not count. */
  readonly time_limit_s: number;
}

/** The limits of an episode that sets none: 30 model calls, 120 seconds. */
export const DEFAULT_LIMITS: Limits = { max_steps: 30, time_limit_s: 120 };

/** Fills what is missing from the defaults, which must be limits. Throws `RangeError` where a given limit is not a positive number. */
export function limitsFrom(given?: Partial<Limits>, defaults: Limits = DEFAULT_LIMITS): Limits {
  if (given === undefined) return defaults;
  const limits = { ...defaults, ...given };
  for (const [name, value] of Object.entries(limits)) {
    if (typeof value !== 'number' || !(value > 0)) {
      throw new RangeError(`limit ${name} must be a positive number, got ${String(value)}`);
    }
  }
  return limits;
}
