import type { JsonObject } from '#core';

const TRACEPARENT = 'traceparent';

/** The parent span of a request. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the caller decided not to record the trace. */
  readonly isUnsampled?: boolean;
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

const SAMPLED = 1;

/** Parses a `traceparent` (W3C Trace Context, section 3.2); undefined if it is invalid. */
export function parseTraceparent(value: unknown): TraceContext | undefined {
  if (typeof value !== 'string') return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = FORM.exec(value) ?? [];
  const isKnown = version !== undefined && version !== 'ff' && !(version === '00' && rest);
  if (!isKnown || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  const isUnsampled = (Number.parseInt(flags, 16) & SAMPLED) === 0;
  return { traceId, spanId, ...(isUnsampled && { isUnsampled }) };
}

export function formatTraceparent({ traceId, spanId, isUnsampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isUnsampled ? '00' : '01'}`;
}

export function readTraceContext(metadata: JsonObject | undefined): TraceContext | undefined {
  return parseTraceparent(metadata?.[TRACEPARENT]);
}

/** Length of a `traceparent` of version 00. Later versions may be longer. */
const LENGTH = 55;

/** Reads the header `traceparent`. Undefined if it is missing or invalid. */
export function readTraceparentHeader(headers: Headers): string | undefined {
  const given = headers.get(TRACEPARENT) ?? '';
  return parseTraceparent(given) && given.slice(0, LENGTH);
}

/** Adds a `traceparent` to metadata that has none. */
export function addTraceparentIfMissing(
  metadata: JsonObject | undefined,
  traceparent: string | undefined,
): JsonObject | undefined {
  if (traceparent === undefined || metadata?.[TRACEPARENT] !== undefined) return metadata;
  return { ...metadata, [TRACEPARENT]: traceparent };
}
