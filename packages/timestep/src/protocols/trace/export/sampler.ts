/** Decides which traces are exported. */
export interface Sampler {
  /** Whether a caller's decision to record a trace takes precedence. */
  readonly isParentBased: boolean;
  /** Share of traces that are exported, from 0 to 1. */
  readonly ratio: number;
}

/** OpenTelemetry's default: all traces, except those of callers that do not record them. */
export const EXPORT_ALL: Sampler = { isParentBased: true, ratio: 1 };

export interface SampledTrace {
  readonly traceId: string;
  readonly isUnsampled?: boolean | undefined;
}

/**
 * Number of hexadecimal digits of a trace id that decide whether it is sampled. Their 52 bits fit
 * into a number exactly.
 */
const DIGITS = 13;
const WHOLE = 16 ** DIGITS;

/** Returns whether a trace is exported, by its random last 7 bytes (W3C Trace Context level 2). */
export function isSampled({ traceId, isUnsampled }: SampledTrace, sampler: Sampler): boolean {
  if (sampler.isParentBased && isUnsampled !== undefined) return !isUnsampled;
  if (sampler.ratio >= 1) return true;
  const random = Number.parseInt(traceId.slice(-14).slice(0, DIGITS), 16);
  return random >= (1 - sampler.ratio) * WHOLE;
}
