/** Selects the traces that are exported. */
export interface Sampler {
  /** Whether the caller's sampling decision takes precedence, if there is a caller. */
  readonly isParentBased: boolean;
  /** The fraction of traces to export, from 0 to 1. */
  readonly ratio: number;
}

/**
 * The default of OpenTelemetry: exports everything except traces that the caller does not record.
 */
export const EXPORT_ALL: Sampler = { isParentBased: true, ratio: 1 };

/** The properties of a trace that decide whether it is exported. */
export interface SampledTrace {
  readonly traceId: string;
  /** The caller's sampling decision. Undefined if there is no caller. */
  readonly isUnsampled?: boolean | undefined;
}

/**
 * The number of hexadecimal digits that fit into a number without rounding: 52 bits of the random
 * part.
 */
const DIGITS = 13;
const WHOLE = 16 ** DIGITS;

/**
 * Whether a trace is exported. Every process that knows the trace id decides alike (W3C Trace
 * Context level 2: the last 7 bytes of a trace id are random).
 */
export function isSampled({ traceId, isUnsampled }: SampledTrace, sampler: Sampler): boolean {
  if (sampler.isParentBased && isUnsampled !== undefined) return !isUnsampled;
  if (sampler.ratio >= 1) return true;
  const random = Number.parseInt(traceId.slice(-14).slice(0, DIGITS), 16);
  return random >= (1 - sampler.ratio) * WHOLE;
}
