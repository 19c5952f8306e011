/** Which traces are exported. */
export interface Sampler {
  /** Whether the caller's decision, where there is a caller, counts more. */
  readonly isParentBased: boolean;
  /** The share of traces, from 0 to 1. */
  readonly ratio: number;
}

/** The default of OpenTelemetry: what a caller does not record is not exported, all else is. */
export const EXPORT_ALL: Sampler = { isParentBased: true, ratio: 1 };

/** What of a task decides whether its trace is exported. */
export interface SampledTrace {
  readonly traceId: string;
  /** What the caller decided; absent where there is no caller. */
  readonly isUnsampled?: boolean | undefined;
}

/** Digits of an id that a number holds without rounding: 52 bits of the random ones. */
const DIGITS = 13;
const WHOLE = 16 ** DIGITS;

/**
 * Whether a trace is exported: every process that knows its id comes to the same answer (W3C Trace Context
 * level 2: the last 7 bytes of a trace id are random).
 */
export function isSampled({ traceId, isUnsampled }: SampledTrace, sampler: Sampler): boolean {
  if (sampler.isParentBased && isUnsampled !== undefined) return !isUnsampled;
  if (sampler.ratio >= 1) return true;
  const random = Number.parseInt(traceId.slice(-14).slice(0, DIGITS), 16);
  return random >= (1 - sampler.ratio) * WHOLE;
}
